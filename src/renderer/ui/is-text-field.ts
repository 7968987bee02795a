/** Whether typing goes somewhere, so that bare keys are text and no shortcuts. */
export function isTextField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('input, textarea, select, [role="textbox"], [role="combobox"]'))
    return true;
  // The code editor takes its keys in an element that has no mark of a text field.
  return target.closest('.monaco-editor') !== null;
}
