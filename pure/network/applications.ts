/**
 * The table of applications: classifies traffic by the domain names that were looked up, and traffic without a name by its port.
 * Maintained by hand. A name belongs to the application with the longest matching suffix.
 */

export interface Application {
  /** Used on the wire and in the database; never reused for another application. */
  readonly key: string
  readonly zh: string
  readonly en: string
  readonly category: AppCategory
  /** Suffixes of domain names, whole labels. */
  readonly names: readonly string[]
  /** `tcp/25`: for traffic without a name. */
  readonly ports?: readonly string[]
}

export const appCategories = {
  video: { zh: '视频', en: 'Video' },
  music: { zh: '音乐', en: 'Music' },
  social: { zh: '社交通讯', en: 'Messaging and social' },
  shopping: { zh: '购物与生活', en: 'Shopping and services' },
  game: { zh: '游戏', en: 'Games' },
  news: { zh: '新闻与搜索', en: 'News and search' },
  work: { zh: '办公协作', en: 'Work' },
  cloud: { zh: '云与存储', en: 'Cloud and storage' },
  update: { zh: '系统与更新', en: 'Systems and updates' },
  network: { zh: '网络协议', en: 'Network protocols' },
} as const
export type AppCategory = keyof typeof appCategories

const app = (
  key: string,
  zh: string,
  en: string,
  category: AppCategory,
  names: string,
  ports?: readonly string[],
): Application => ({ key, zh, en, category, names: names ? names.split(' ') : [], ...(ports && { ports }) })

export const applications: readonly Application[] = [
  app(
    'douyin',
    '抖音',
    'Douyin',
    'video',
    'douyin.com douyinvod.com douyincdn.com douyinpic.com amemv.com snssdk.com bytecdn.cn',
  ),
  app('tiktok', 'TikTok', 'TikTok', 'video', 'tiktok.com tiktokv.com tiktokcdn.com'),
  app('kuaishou', '快手', 'Kuaishou', 'video', 'kuaishou.com gifshow.com ksapisrv.com yximgs.com kwaicdn.com'),
  app('bilibili', '哔哩哔哩', 'Bilibili', 'video', 'bilibili.com bilivideo.com bilivideo.cn hdslb.com biliapi.net'),
  app('iqiyi', '爱奇艺', 'iQIYI', 'video', 'iqiyi.com iqiyipic.com qiyi.com qy.net'),
  app('tencent-video', '腾讯视频', 'Tencent Video', 'video', 'v.qq.com video.qq.com tc.qq.com qqvideo.tc.qq.com'),
  app('youku', '优酷', 'Youku', 'video', 'youku.com ykimg.com'),
  app('mgtv', '芒果 TV', 'Mango TV', 'video', 'mgtv.com hitv.com'),
  app('youtube', 'YouTube', 'YouTube', 'video', 'youtube.com googlevideo.com ytimg.com youtu.be'),
  app('netflix', 'Netflix', 'Netflix', 'video', 'netflix.com nflxvideo.net nflximg.net'),
  app('twitch', 'Twitch', 'Twitch', 'video', 'twitch.tv ttvnw.net'),
  app('douyu', '斗鱼', 'Douyu', 'video', 'douyu.com douyucdn.cn'),
  app('netease-music', '网易云音乐', 'NetEase Music', 'music', 'music.163.com music.126.net'),
  app('qq-music', 'QQ 音乐', 'QQ Music', 'music', 'y.qq.com qqmusic.qq.com music.tc.qq.com'),
  app('spotify', 'Spotify', 'Spotify', 'music', 'spotify.com scdn.co spotifycdn.com'),
  app('ximalaya', '喜马拉雅', 'Ximalaya', 'music', 'ximalaya.com xmcdn.com'),
  app('wechat', '微信', 'WeChat', 'social', 'weixin.qq.com wechat.com wx.qq.com qpic.cn qlogo.cn servicewechat.com'),
  app('qq', 'QQ', 'QQ', 'social', 'qq.com gtimg.cn gtimg.com'),
  app('weibo', '微博', 'Weibo', 'social', 'weibo.com weibo.cn sinaimg.cn'),
  app('xiaohongshu', '小红书', 'RedNote', 'social', 'xiaohongshu.com xhscdn.com'),
  app('zhihu', '知乎', 'Zhihu', 'social', 'zhihu.com zhimg.com'),
  app('whatsapp', 'WhatsApp', 'WhatsApp', 'social', 'whatsapp.com whatsapp.net'),
  app('telegram', 'Telegram', 'Telegram', 'social', 'telegram.org t.me'),
  app('facebook', 'Facebook', 'Facebook', 'social', 'facebook.com fbcdn.net facebook.net'),
  app('instagram', 'Instagram', 'Instagram', 'social', 'instagram.com cdninstagram.com'),
  app('x', 'X', 'X', 'social', 'x.com twitter.com twimg.com'),
  app('taobao', '淘宝/天猫', 'Taobao / Tmall', 'shopping', 'taobao.com tmall.com alicdn.com tbcdn.cn'),
  app('jd', '京东', 'JD', 'shopping', 'jd.com 360buyimg.com jdcloud.com'),
  app('pinduoduo', '拼多多', 'Pinduoduo', 'shopping', 'pinduoduo.com yangkeduo.com pddpic.com'),
  app('meituan', '美团', 'Meituan', 'shopping', 'meituan.com meituan.net dianping.com'),
  app('alipay', '支付宝', 'Alipay', 'shopping', 'alipay.com alipayobjects.com'),
  app('amap', '高德地图', 'Amap', 'shopping', 'amap.com autonavi.com'),
  app('amazon', '亚马逊', 'Amazon', 'shopping', 'amazon.com amazon.cn media-amazon.com ssl-images-amazon.com'),
  app('honor-of-kings', '王者荣耀', 'Honor of Kings', 'game', 'pvp.qq.com smoba.qq.com'),
  app('netease-games', '网易游戏', 'NetEase Games', 'game', 'netease.com nie.netease.com gph.netease.com'),
  app('mihoyo', '米哈游', 'miHoYo', 'game', 'mihoyo.com hoyoverse.com yuanshen.com'),
  app('steam', 'Steam', 'Steam', 'game', 'steampowered.com steamcontent.com steamstatic.com steamcommunity.com', [
    'udp/27015',
    'tcp/27036',
  ]),
  app('playstation', 'PlayStation', 'PlayStation', 'game', 'playstation.net playstation.com'),
  app('xbox', 'Xbox', 'Xbox', 'game', 'xboxlive.com xbox.com'),
  app('baidu', '百度', 'Baidu', 'news', 'baidu.com bdstatic.com bcebos.com'),
  app('toutiao', '今日头条', 'Toutiao', 'news', 'toutiao.com pstatp.com toutiaocdn.com'),
  app('netease', '网易', 'NetEase', 'news', '163.com 126.net 126.com'),
  app('sina', '新浪', 'Sina', 'news', 'sina.com.cn sina.cn'),
  app('google', '谷歌', 'Google', 'news', 'google.com gstatic.com googleapis.com googleusercontent.com'),
  app('bing', '必应', 'Bing', 'news', 'bing.com bing.net'),
  app('wikipedia', '维基百科', 'Wikipedia', 'news', 'wikipedia.org wikimedia.org'),
  app('dingtalk', '钉钉', 'DingTalk', 'work', 'dingtalk.com dingtalkapps.com'),
  app('wecom', '企业微信', 'WeCom', 'work', 'work.weixin.qq.com wework.qpic.cn'),
  app('feishu', '飞书', 'Feishu', 'work', 'feishu.cn feishucdn.com larksuite.com larkoffice.com'),
  app('tencent-meeting', '腾讯会议', 'Tencent Meeting', 'work', 'meeting.tencent.com meeting.qq.com voovmeeting.com'),
  app('zoom', 'Zoom', 'Zoom', 'work', 'zoom.us zoom.com', ['udp/8801']),
  app(
    'teams',
    'Microsoft 365',
    'Microsoft 365',
    'work',
    'office.com office365.com outlook.com teams.microsoft.com sharepoint.com office.net',
  ),
  app('wps', 'WPS', 'WPS', 'work', 'wps.cn wps.com kdocs.cn'),
  app('github', 'GitHub', 'GitHub', 'work', 'github.com githubusercontent.com githubassets.com'),
  app('gitee', 'Gitee', 'Gitee', 'work', 'gitee.com'),
  app('baidu-pan', '百度网盘', 'Baidu Netdisk', 'cloud', 'pan.baidu.com pcs.baidu.com baidupcs.com'),
  app('aliyun', '阿里云', 'Alibaba Cloud', 'cloud', 'aliyun.com aliyuncs.com alikunlun.com'),
  app('tencent-cloud', '腾讯云', 'Tencent Cloud', 'cloud', 'myqcloud.com qcloud.com tencentcloud.com'),
  app('huawei-cloud', '华为云', 'Huawei Cloud', 'cloud', 'huaweicloud.com hicloud.com dbankcloud.com'),
  app('aws', 'AWS', 'AWS', 'cloud', 'amazonaws.com cloudfront.net'),
  app('azure', 'Azure', 'Azure', 'cloud', 'azure.com windows.net azureedge.net'),
  app('cloudflare', 'Cloudflare', 'Cloudflare', 'cloud', 'cloudflare.com cloudflare-dns.com'),
  app('icloud', 'iCloud', 'iCloud', 'cloud', 'icloud.com icloud-content.com'),
  app(
    'windows-update',
    'Windows 更新',
    'Windows Update',
    'update',
    'windowsupdate.com update.microsoft.com delivery.mp.microsoft.com',
  ),
  app('microsoft', '微软', 'Microsoft', 'update', 'microsoft.com live.com msftncsi.com msftconnecttest.com'),
  app('apple', '苹果服务', 'Apple', 'update', 'apple.com mzstatic.com aaplimg.com cdn-apple.com'),
  app('xiaomi', '小米服务', 'Xiaomi', 'update', 'xiaomi.com mi.com miui.com'),
  app('huawei', '华为服务', 'Huawei', 'update', 'huawei.com vmall.com'),
  app(
    'linux-mirrors',
    'Linux 软件源',
    'Linux packages',
    'update',
    'debian.org ubuntu.com centos.org fedoraproject.org kernel.org',
  ),
  app('docker', 'Docker', 'Docker', 'update', 'docker.io docker.com'),
  app('npm', 'npm', 'npm', 'update', 'npmjs.org npmjs.com npmmirror.com'),
  app('dns', '域名解析', 'DNS', 'network', '', ['udp/53', 'tcp/53', 'tcp/853']),
  app('ntp', '时间同步', 'Time (NTP)', 'network', 'ntp.org', ['udp/123']),
  app('mail', '电子邮件', 'Mail', 'network', '', [
    'tcp/25',
    'tcp/110',
    'tcp/143',
    'tcp/465',
    'tcp/587',
    'tcp/993',
    'tcp/995',
  ]),
  app('ssh', 'SSH', 'SSH', 'network', '', ['tcp/22']),
  app('ftp', 'FTP', 'FTP', 'network', '', ['tcp/20', 'tcp/21']),
  app('remote-desktop', '远程桌面', 'Remote desktop', 'network', 'todesk.com oray.com teamviewer.com anydesk.com', [
    'tcp/3389',
    'udp/3389',
    'tcp/5900',
  ]),
  app('vpn', 'VPN', 'VPN', 'network', '', ['udp/500', 'udp/4500', 'udp/1194', 'udp/51820', 'udp/1701', 'tcp/1723']),
  app('voip', '网络电话', 'Voice (SIP)', 'network', '', ['udp/5060', 'tcp/5060', 'tcp/5061']),
  app('cameras', '视频监控', 'Cameras (RTSP)', 'network', 'ys7.com hik-connect.com lechange.cn', [
    'tcp/554',
    'udp/554',
  ]),
  app('bittorrent', 'BT 下载', 'BitTorrent', 'network', '', ['tcp/6881', 'udp/6881', 'udp/6889']),
  app('file-sharing', '文件共享', 'File sharing (SMB)', 'network', '', ['tcp/445', 'tcp/139']),
  app('web', '其他网页', 'Other web pages', 'network', '', ['tcp/80', 'tcp/443', 'udp/443', 'tcp/8080', 'tcp/8443']),
  app('other', '其他', 'Other', 'network', ''),
]

/** For traffic that no application matches. */
export const otherApplication = 'other'

const byKey = new Map(applications.map((one) => [one.key, one]))
const byName = new Map(applications.flatMap(({ key, names }) => names.map((name) => [name, key] as const)))
const byPort = new Map(applications.flatMap(({ key, ports = [] }) => ports.map((port) => [port, key] as const)))

export const findApplication = (key: string): Application | undefined => byKey.get(key)

/** Key of the application of a domain name; undefined for names that are not in the table. */
export function applicationOfName(name: string): string | undefined {
  let rest = name.toLowerCase().replace(/\.$/, '')
  while (rest) {
    const key = byName.get(rest)
    if (key) return key
    const dot = rest.indexOf('.')
    rest = dot < 0 ? '' : rest.slice(dot + 1)
  }
  return undefined
}

/** Key of the application of this port; `other` when there is none. */
export const applicationOfPort = (protocol: string, port: number): string =>
  byPort.get(`${protocol}/${port}`) ?? otherApplication
