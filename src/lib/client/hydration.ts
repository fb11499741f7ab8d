/** Whether the page that the server made is awake. What is shown from then on is made by script. */
export const hydration = { isOver: false };
