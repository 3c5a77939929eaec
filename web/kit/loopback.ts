/** The console was opened by a loopback address, which a phone cannot reach by a QR code. */
export const isLoopback = /^(localhost|127\..*|\[::1\])$/.test(globalThis.location?.hostname ?? '')

export const loopbackNote = {
  zh: '当前以本机地址访问，手机无法打开。请改用手机可访问的地址打开控制台。',
  en: 'A phone cannot reach this address. Open the console by one that the phone can reach.',
}
