import { expect, test } from 'vitest'
import { knownName } from './maker-names.ts'

test.each([
  ['HUAWEI TECHNOLOGIES CO.,LTD', '华为', 'Huawei'],
  ['Huawei Device Co., Ltd.', '华为', 'Huawei'],
  ['New H3C Technologies Co., Ltd', '新华三', 'H3C'],
  ['LCFC(Hefei) Electronics Technology co., ltd', '联宝（联想）', 'LCFC (Lenovo)'],
  ['Cisco Systems, Inc', '思科', 'Cisco'],
  ['Apple, Inc.', '苹果', 'Apple'],
])('%s is known as %s or %s', (company, zh, en) => expect(knownName(company)).toEqual({ zh, en }))

test.each([
  ['Converging Systems Inc.', 'Converging Systems'],
  ['Shinko Technos co.,ltd.', 'Shinko Technos'],
  ['Example GmbH & Co. KG', 'Example'],
  ['Wistar AG', 'Wistar'],
  ['Private', 'Private'],
])('%s loses its legal form: %s', (company, short) => expect(knownName(company)).toEqual({ zh: short, en: short }))
