import { expect, test } from 'vitest'
import { fileNameOf, wireOf } from './wire.ts'

test('GET and DELETE travel as a query', () => {
  expect(wireOf('GET device/ap', { page: 1, ids: [3, 4], search: undefined, on: true }).url).toBe(
    '/api/v1/device/ap?page=1&ids%5B%5D=3&ids%5B%5D=4&on=1',
  )
  expect(wireOf('DELETE device', { ids: [1] })).toEqual({ url: '/api/v1/device?ids%5B%5D=1' })
})

test('the id of a PUT or DELETE is part of the path, that of others is not', () => {
  expect(wireOf('PUT device', { id: 7, name: 'a' })).toEqual({ url: '/api/v1/device/7', body: '{"name":"a"}' })
  expect(wireOf('DELETE device', { id: 7, lang: 'cn' })).toEqual({ url: '/api/v1/device/7?lang=cn' })
  expect(wireOf('POST device/logo', { id: 7 }).body).toBe('{"id":7}')
})

test('files make it form data', () => {
  const { body } = wireOf('POST firmware', { version: '1.2', ids: [1, 2] }, { file: new File(['x'], 'a.bin') })
  const form = body as FormData
  expect(form.get('version')).toBe('1.2')
  expect(form.getAll('ids[]')).toEqual(['1', '2'])
  expect((form.get('file') as File).name).toBe('a.bin')
})

test('the name of a download, the wide form first', () => {
  expect(fileNameOf(`attachment; filename="a.tar"; filename*=UTF-8''%E5%A4%87%E4%BB%BD.tar`)).toBe('备份.tar')
  expect(fileNameOf('attachment; filename="a b.csv"')).toBe('a b.csv')
  expect(fileNameOf(null)).toBeUndefined()
})
