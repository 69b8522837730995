/** One message for unknown, expired and altered links, so that it reveals nothing (domain.md 10.2). */
export const deadLink = '链接无效或已过期';
