export const stack = 1;
