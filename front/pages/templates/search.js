"use strict";
// Shows the variants whose names have all words that are typed; case, macrons and hyphens do not matter.
const plain = (text) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replace(/-/g, " ").toLowerCase();
const field = document.getElementById("search");
const items = [...document.querySelectorAll("[data-names]")].map((item) => [item, plain(item.dataset.names)]);

function search() {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const [item, names] of items) {
    item.hidden = !words.every((word) => names.includes(word));
    found += item.hidden ? 0 : 1;
  }
  document.getElementById("found").value = String(found);
  document.getElementById("nothing").hidden = found > 0;
}

field.addEventListener("input", search);
field.parentElement.hidden = false;
search();
