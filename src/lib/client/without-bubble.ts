/** With script the page says what is missing; the browser would say it in a language of its own. */
export const withoutBubble = (form: HTMLFormElement): void => void (form.noValidate = true);
