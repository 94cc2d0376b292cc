/* global document, navigator, setTimeout, addEventListener */
/** What pages do besides what HTML does: copying a token, and sending a form once however often it is clicked. */

for (const button of document.querySelectorAll('button[data-copies]')) {
  const field = document.getElementById(button.dataset.copies);
  const status = document.getElementById(button.dataset.status);
  button.hidden = false;
  button.addEventListener('click', async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      status.textContent = button.dataset.done;
    } catch {
      // No permission, or no https: the text is selected, the keyboard copies it.
      status.textContent = button.dataset.failed;
    }
  });
}

const submitButtons = (form) => form.querySelectorAll('button[type="submit"]');

document.addEventListener('submit', ({ target }) => {
  // After the form's data is collected: a disabled button's own value is not sent.
  setTimeout(() => {
    for (const button of submitButtons(target)) button.disabled = true;
  });
});

// Back to a page that the browser kept: its forms can be sent again.
addEventListener('pageshow', ({ persisted }) => {
  if (!persisted) return;
  for (const form of document.forms) for (const button of submitButtons(form)) button.disabled = false;
});
