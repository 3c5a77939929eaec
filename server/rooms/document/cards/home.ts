import { defineCards } from '../define-cards.ts'

export const home = defineCards([
  {
    title: { zh: '从哪里开始', en: 'Getting started' },
    text: {
      zh: '设备按场景管理，一个场景通常是一个门店、一栋楼或一个项目。',
      en: 'Devices are kept in scenes; a scene is usually a shop, a building or a project.',
    },
    steps: [
      { zh: '在“场景列表”中添加场景。', en: 'Add a scene in the scene list.' },
      { zh: '进入场景，在设备页面点击“添加设备”。', en: 'Enter it and press Add device on a page of devices.' },
      {
        zh: '按序列号认领已连接的设备，或在 Linux 主机上执行给出的一条命令。',
        en: 'Claim a connected device by its serial number, or run the one command shown on a Linux host.',
      },
    ],
    path: '/scene/manage/list',
  },
  {
    title: { zh: '支持哪些设备', en: 'Which devices work' },
    text: {
      zh: '支持使用 uCentral 协议的无线 AP 与交换机（OpenWiFi），以及安装了本产品代理程序的 Linux 主机。其他协议的设备暂不支持。',
      en: 'Access points and switches that speak uCentral (OpenWiFi), and Linux hosts with the agent of this product. Devices of other protocols are not supported yet.',
    },
    path: '/config/device/ap',
  },
  {
    title: { zh: '只是想看看', en: 'Just looking' },
    text: {
      zh: '首次启动会创建一个由模拟设备组成的演示网络，可以放心操作；在场景列表或设备页面上方可一键移除。',
      en: 'The first start makes a demo network of simulated devices; try anything on it. One button above the scene list and the device pages removes it.',
    },
    path: '/scene/manage/list',
  },
  {
    title: { zh: '设备离线了', en: 'A device is offline' },
    text: {
      zh: '设备主动连接服务器，离线表示服务器收不到它的连接。',
      en: 'Devices dial the server; offline means that the server has no connection from it.',
    },
    steps: [
      {
        zh: '确认设备已通电，且能访问服务器的设备端口。',
        en: 'See that it has power and reaches the device port of the server.',
      },
      {
        zh: '确认设备的时间正确：时间偏差过大会使证书失效。',
        en: 'See that its clock is right: a wrong one makes certificates invalid.',
      },
      { zh: '在“任务日志”中查看最近对它的操作。', en: 'Look in the task log at what was done to it last.' },
    ],
    path: '/maintenance/log/task',
  },
  {
    title: { zh: '让他人一起管理', en: 'Working with others' },
    text: {
      zh: '可将场景分享给其他团队的账号，选择“可管理”“代运维”或“仅查看”并限定有效期；停止分享后对方立即失去访问权限。',
      en: 'Share a scene with accounts of other teams with the right to manage, operate or view, and with an expiry date. When you stop sharing, they lose access immediately.',
    },
    path: '/scene/share/my-share',
  },
  {
    title: { zh: '用手机管理', en: 'On a telephone' },
    text: {
      zh: '在手机浏览器中打开本站的 /mid，可查看场景和设备、重启设备、接收分享，并为电脑扫码登录。无需安装应用。',
      en: 'Open /mid of this address in the browser of a phone: scenes, devices, reboot, shares, and signing in a computer by QR code. There is nothing to install.',
    },
    path: '/mid',
  },
  {
    title: { zh: '快速查找', en: 'Finding things' },
    text: {
      zh: '按 Ctrl + K（Mac 为 ⌘ K）可搜索页面、场景、设备和终端，支持名称、序列号、MAC 与 IP。按 ? 查看全部快捷键。',
      en: 'Ctrl K (⌘ K on a Mac) finds pages, scenes, devices and terminals by name, serial, MAC or IP. Press ? for all shortcuts.',
    },
  },
])
