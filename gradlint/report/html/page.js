"use strict";
(() => {
  const form = document.getElementById("filters");
  if (!form) return;
  const findings = [...document.querySelectorAll(".finding")];
  const files = [...document.querySelectorAll(".file")];
  const shown = document.getElementById("shown");
  const texts = new Map();

  /* Read only when somebody searches: of thousands of findings that takes a while. */
  function textOf(element) {
    if (!texts.has(element)) {
      const file = element.parentElement.querySelector("h2").textContent;
      texts.set(element, `${file} ${element.textContent}`.toLowerCase());
    }
    return texts.get(element);
  }

  function apply() {
    const chosen = new FormData(form);
    const words = chosen.get("text").toLowerCase().split(/\s+/).filter((word) => word);
    const keys = ["severity", "rule", "verdict"].filter((key) => chosen.get(key));
    let count = 0;
    for (const element of findings) {
      const keep = keys.every((key) => element.dataset[key] === chosen.get(key))
        && words.every((word) => textOf(element).includes(word));
      element.hidden = !keep;
      count += keep;
    }
    for (const file of files) file.hidden = !file.querySelector(".finding:not([hidden])");
    shown.textContent = `${count} of ${findings.length} shown`;
  }

  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("reset", () => setTimeout(apply));
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-filter]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const rule = form.elements.rule;
    rule.value = rule.value === link.dataset.filter ? "" : link.dataset.filter;
    apply();
    document.getElementById("findings").scrollIntoView();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, select")) {
      event.preventDefault();
      form.elements.text.focus();
    }
  });
  shown.textContent = `${findings.length} of ${findings.length} shown`;
})();
