-- One session in Neovim: open the file that was named, wait for its diagnostics, take the action whose title begins
-- with $TITLE or, without asking, the one of the kind $ONLY, wait for the next diagnostics, and write all that was seen
-- to $ANSWER as JSON.
local answer = {}

local function give_up(reason)
  answer.failure = reason
end

local function write()
  local file = assert(io.open(os.getenv("ANSWER"), "w"))
  file:write(vim.json and vim.json.encode(answer) or vim.fn.json_encode(answer))
  file:close()
end

local function seen()
  local found = {}
  for _, one in ipairs(vim.diagnostic.get(0)) do
    local code = one.code or (one.user_data and one.user_data.lsp and one.user_data.lsp.code)
    table.insert(found, {
      code = code, source = one.source, message = one.message, severity = one.severity,
      lnum = one.lnum, col = one.col, end_lnum = one.end_lnum, end_col = one.end_col,
    })
  end
  return found
end

local function published()
  -- The handler runs for an empty list as well, which the list of diagnostics cannot tell from none so far.
  return vim.g.published or 0
end

local handler = vim.lsp.handlers["textDocument/publishDiagnostics"]
local function publish(...)
  vim.g.published = published() + 1
  return handler(...)
end

local config = {
  name = "gradlint",
  cmd = vim.fn.json_decode(os.getenv("SERVER")),
  root_dir = vim.fn.getcwd(),
  handlers = { ["textDocument/publishDiagnostics"] = publish },
}

local function attach()
  if vim.lsp.start then
    return vim.lsp.start(config)
  end
  local client = vim.lsp.start_client(config)
  vim.lsp.buf_attach_client(0, client)
  return client
end

local function session()
  attach()
  if not vim.wait(60000, function() return published() > 0 end, 20) then
    return give_up("no diagnostics were published")
  end
  answer.before = seen()
  vim.api.nvim_win_set_cursor(0, { answer.before[1].lnum + 1, answer.before[1].col })

  answer.titles = {}
  vim.ui.select = function(items, options, choose)
    local chosen, index
    for number, item in ipairs(items) do
      local title = options.format_item(item)
      table.insert(answer.titles, title)
      if vim.startswith(title, os.getenv("TITLE")) then
        chosen, index = item, number
      end
    end
    choose(chosen, index)
  end
  local round = published()
  local only = os.getenv("ONLY")
  local context = { only = { only }, diagnostics = {} }
  if only and vim.fn.has("nvim-0.8") == 1 then
    vim.lsp.buf.code_action({ context = context, apply = true })
  elseif only then
    vim.lsp.buf.code_action(context)
  else
    vim.lsp.buf.code_action()
  end
  if not vim.wait(60000, function() return published() > round end, 20) then
    return give_up("nothing was published after the action")
  end
  answer.after = seen()
  answer.lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

local fine, problem = pcall(session)
if not fine then
  give_up(tostring(problem))
end
write()
vim.cmd("qall!")
