import type { PersistStorage, StorageValue } from 'zustand/middleware'

/** Converts text to and from the base64 of its UTF-8; the browser stores encoded JSON. */
export function encodeText(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

/** Decodes a text; undefined for input that `encodeText` did not create. */
export function decodeText(encoded: string): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(encoded), (c) => c.charCodeAt(0)))
  } catch {
    return undefined
  }
}

/** The stored value of `key`; undefined if there is none or it is damaged. */
export function readStored<T>(key: string): StorageValue<T> | undefined {
  const text = decodeText(localStorage.getItem(key) ?? '')
  if (!text) return undefined
  try {
    return JSON.parse(text) as StorageValue<T>
  } catch {
    return undefined
  }
}

/** Storage of the three stores; a damaged entry is ignored. */
export function encodedStorage<T>(): PersistStorage<T> {
  return {
    getItem: (key) => readStored<T>(key) ?? null,
    setItem: (key, value) => localStorage.setItem(key, encodeText(JSON.stringify(value))),
    removeItem: (key) => localStorage.removeItem(key),
  }
}
