/** Name of a state or fault of a PoE port in both languages. */
interface PoeWords {
  readonly zh: string
  readonly en: string
}

/** The states and faults of a PoE port as switches report them, letters only: vendors differ in case and punctuation. */
const known = new Map<string, PoeWords>(
  Object.entries({
    deliveringpower: { zh: '正在供电', en: 'Delivering' },
    searching: { zh: '未接受电设备', en: 'Searching' },
    disabled: { zh: '已关闭', en: 'Disabled' },
    requestingpower: { zh: '请求供电', en: 'Requesting power' },
    test: { zh: '检测中', en: 'Testing' },
    fault: { zh: '故障', en: 'Fault' },
    otherfault: { zh: '其他故障', en: 'Other fault' },
    overload: { zh: '过载', en: 'Overload' },
    short: { zh: '短路', en: 'Short circuit' },
    ovlo: { zh: '电压过高', en: 'Voltage too high' },
    uvlo: { zh: '电压过低', en: 'Voltage too low' },
    mpsabsent: { zh: '受电设备已断开', en: 'Device unplugged' },
    powerdenied: { zh: '功率不足，拒绝供电', en: 'Power denied' },
    thermalshutdown: { zh: '过热关断', en: 'Too hot, shut down' },
    startupfailure: { zh: '启动失败', en: 'Start failed' },
    hwpindisable: { zh: '硬件关闭', en: 'Disabled by hardware' },
    portundefined: { zh: '端口未定义', en: 'Port undefined' },
    internalhwfault: { zh: '内部硬件故障', en: 'Internal hardware fault' },
    usersetting: { zh: '由用户设置', en: 'Set by the user' },
    nonstandardpd: { zh: '非标准受电设备', en: 'Non-standard device' },
    underload: { zh: '负载过低', en: 'Underload' },
    pwrbudgetexceeded: { zh: '超出供电总功率', en: 'Power budget exceeded' },
    oorcapacitorvalue: { zh: '电容值超出范围', en: 'Capacitor value out of range' },
    classerror: { zh: '功率等级错误', en: 'Class error' },
  }),
)

const letters = (reported: string) => reported.toLowerCase().replace(/[^a-z]/g, '')

/** The name as text; undefined for unknown ones. */
export const poeWordsOf = (reported: string): PoeWords | undefined => known.get(letters(reported))

/** Normal states, and faults that only mean that a device was unplugged or switched off. */
const harmless = new Set(
  'noerror none ok deliveringpower searching disabled requestingpower test mpsabsent usersetting underload portundefined hwpindisable'.split(
    ' ',
  ),
)

/** Whether a state or fault of a port needs attention; unknown ones do. */
export const isPoeTrouble = (reported: string): boolean => reported !== '' && !harmless.has(letters(reported))
