/** The one sentence for unknown, expired and altered links: it tells nothing (domain.md 10.2). */
export const deadLink = '链接无效或已过期';
