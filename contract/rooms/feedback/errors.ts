import { defineErrors } from '../../kit/define-errors.ts'

export const feedbackErrors = defineErrors('feedback', {
  tooManyPictures: { code: 10801, zh: '最多上传 {most} 张图片', en: 'At most {most} pictures' },
  pictureTooLarge: { code: 10802, zh: '图片“{name}”超过 {mb} MB', en: 'The picture “{name}” is larger than {mb} MB' },
  noPicture: {
    code: 10803,
    zh: '“{name}”不是可用的 PNG、JPEG 或 WebP 图片',
    en: '“{name}” is no usable PNG, JPEG or WebP picture',
  },
  withdrawn: { code: 10804, zh: '该反馈已撤回', en: 'This suggestion was withdrawn' },
  ended: {
    code: 10805,
    zh: '该反馈已处理完毕，不能撤回',
    en: 'This suggestion was dealt with and cannot be withdrawn',
  },
  tooManyToday: {
    code: 10806,
    zh: '一天最多提交 {most} 条反馈，请明天再来',
    en: 'At most {most} suggestions a day; try again tomorrow',
  },
  tooLong: {
    code: 10807,
    zh: '该反馈的回复已达 {most} 条，请另提交一条',
    en: 'This conversation has {most} answers; please start another one',
  },
})
