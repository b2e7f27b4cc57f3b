// Takes what a link has after its `#` into the form. No server, proxy or log ever sees that part of
// an address, and from here on neither does the history of the browser.
"use strict";

const TOKEN = /^clt_[\w-]+$/;
const CODE = /^[A-Z0-9]{4}-[A-Z0-9]{4}$/;

function takeSecret() {
  const secret = location.hash.slice(1);
  const code = document.getElementById("code");
  if (!(code ? CODE : TOKEN).test(secret)) return;
  history.replaceState(null, "", location.pathname);
  if (code) {
    code.value = secret;
    return;
  }
  const form = document.getElementById("invitation");
  form.elements.token.value = secret;
  form.submit();
}

takeSecret();
addEventListener("hashchange", takeSecret);
