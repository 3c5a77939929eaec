import { ContactList } from '../contact/contact-list.tsx'

/** Robots of group chats, and webhooks. */
export function View() {
  return (
    <ContactList
      robot={1}
      add={{ zh: '添加机器人', en: 'Add robot' }}
      empty={{
        title: { zh: '还没有告警机器人', en: 'No robots yet' },
        hint: {
          zh: '把告警推送到钉钉、企业微信、飞书、Slack、Teams 群或自己的系统',
          en: 'Send alarms to chats of DingTalk, WeCom, Feishu, Slack and Teams, or to a system of your own',
        },
      }}
    />
  )
}
