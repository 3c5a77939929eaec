import { expect, test } from 'vitest'
import { gapsOf, modelsIn, type ImageDraft } from './draft.ts'

test.each([
  ['', []],
  ['EAP102', ['EAP102']],
  ['EAP102\n EAP101 ,EAP102、\n\nTS-1；', ['EAP102', 'EAP101', 'TS-1']],
])('%j', (text, models) => expect(modelsIn(text)).toEqual(models))

test('models and version are required', () => {
  const draft: ImageDraft = {
    vendor: '',
    models: ' \n',
    version: ' ',
    min_version: '',
    channel: 'stable',
    notes_zh: '',
    notes_en: '',
  }
  expect(Object.keys(gapsOf(draft))).toEqual(['models', 'version'])
  expect(gapsOf({ ...draft, models: 'A', version: '1' })).toEqual({})
})
