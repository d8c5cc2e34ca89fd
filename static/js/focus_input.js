// Focus an input and select what it holds, so that typing replaces it.

export function focusInput(input) {
  input?.focus();
  input?.select?.();
}
