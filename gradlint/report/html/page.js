"use strict";
(() => {
  const form = document.getElementById("filters");
  if (!form) return;
  const findings = [...document.querySelectorAll(".finding")].map((element) => ({
    element,
    text: (element.parentElement.querySelector("h2").textContent + " " + element.textContent).toLowerCase(),
  }));
  const files = [...document.querySelectorAll(".file")];
  const shown = document.getElementById("shown");

  function apply() {
    const chosen = new FormData(form);
    const words = chosen.get("text").toLowerCase().split(/\s+/);
    const fits = (element, key) => !chosen.get(key) || element.dataset[key] === chosen.get(key);
    let count = 0;
    for (const { element, text } of findings) {
      const keep = words.every((word) => text.includes(word))
        && ["severity", "rule", "verdict"].every((key) => fits(element, key));
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
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, select")) {
      event.preventDefault();
      form.elements.text.focus();
    }
  });
  apply();
})();
