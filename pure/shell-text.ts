const plain = /^[A-Za-z0-9._@%+:,=/][A-Za-z0-9._@%+:,=/-]*$/

/**
 * Text that a shell reads as the one word it is, where a device's own programs put it into a command without quotes: no space,
 * no character with a meaning for the shell, no option.
 */
export const isShellText = (text: string): boolean => plain.test(text)
