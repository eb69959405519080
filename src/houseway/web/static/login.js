// Name and PIN, for staff. The browser keeps the token in a cookie that no script can read.

import { $, told } from "./dom.js";

const { then } = told();

$("login").addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const button = form.querySelector("button");
  button.disabled = true;
  $("notice").hidden = true;
  try {
    const body = JSON.stringify({ name: form.elements.name.value, pin: form.elements.pin.value });
    const answer = await fetch("/login", { method: "POST", headers: { "Content-Type": "application/json" }, body });
    if (answer.ok) {
      const { change_pin: asks } = await answer.json();
      if (!asks) return location.assign(then);
      tell(asks);
      button.textContent = "Go on";
      button.type = "button";
      button.onclick = () => location.assign(then);
      button.disabled = false;
      return;
    }
    tell((await answer.json()).error?.says ?? "The house did not answer.");
  } catch {
    tell("The house could not be reached. Try again.");
  }
  button.disabled = false;
  form.elements.pin.value = "";
  form.elements.pin.focus();
});

function tell(text) {
  $("notice").textContent = text;
  $("notice").hidden = false;
}
