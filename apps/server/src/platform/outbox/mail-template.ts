// Made from mail-template.mjml by: npx vitest run mail-template -u
import type { MailText } from '@vestibule/phrases/message-texts.ts';
import { html, type Html } from '../http/html.ts';
import type { Brand } from './brand.ts';

type Shown = Required<Omit<MailText, 'button' | 'when' | 'code'>> & Pick<Brand, 'house' | 'logo'>;

export interface MailView extends Shown {
  /** BCP 47 tag. */
  language: string;
  accent: string;
  onAccent: string;
  /** Shown without a logo. */
  initials: string;
  when: { month: string; day: string; date: string; time: string; was: string | null } | null;
  button: { label: string; link: string } | null;
  code: NonNullable<MailText['code']> | null;
}

export function mailPage(mail: MailView): Html {
  const { language, subject, preheader, house, logo, initials, accent, onAccent, title, above, when, facts, button, code, below } = mail;
  return html`<!doctype html>
<html lang="${language}" dir="ltr" xmlns="http://www.w3.org/1999/xhtml" xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<title>${subject}</title>
<!--[if !mso]><!-->
<meta http-equiv="X-UA-Compatible" content="IE=edge">
<!--<![endif]-->
<meta http-equiv="Content-Type" content="text/html; charset=UTF-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<style> #outlook a { padding:0; } body { margin:0;padding:0;-webkit-text-size-adjust:100%;-ms-text-size-adjust:100%; } table, td { border-collapse:collapse;mso-table-lspace:0pt;mso-table-rspace:0pt; } img { border:0;height:auto;line-height:100%; outline:none;text-decoration:none;-ms-interpolation-mode:bicubic; } p { display:block;margin:13px 0; }
</style>
<!--[if mso]>
<noscript>
<xml>
<o:OfficeDocumentSettings>
<o:AllowPNG/>
<o:PixelsPerInch>96</o:PixelsPerInch>
</o:OfficeDocumentSettings>
</xml>
</noscript>
<![endif]-->
<!--[if lte mso 11]>
<style> .mj-outlook-group-fix { width:100% !important; }
</style>
<![endif]-->
<style> @media only screen and (min-width:480px) { .mj-column-per-100 { width:100% !important; max-width: 100%; } }
</style>
<style media="screen and (min-width:480px)"> .moz-text-html .mj-column-per-100 { width:100% !important; max-width: 100%; }
</style>
<style> :root { color-scheme: light dark; supported-color-schemes: light dark; } a { text-decoration: none; } @media (prefers-color-scheme: dark) { body, .page > div { background: #14141b !important; background-color: #14141b !important; } .card, .card > table { background: #1d1d27 !important; background-color: #1d1d27 !important; } .ink, .ink div, .ink h1, .ink td { color: #f2f2f6 !important; } .ink td.on { color: ${onAccent} !important; } .gray, .gray div, .gray td, .ink td.gray, .ink span.gray { color: #a9aaba !important; } .line td { border-color: #343442 !important; } .soft { background: #272733 !important; background-color: #272733 !important; color: #f2f2f6 !important; } .button td { border-color: #797a8c !important; } } @media (max-width: 480px) { .pad > table > tbody > tr > td { padding-left: 20px !important; padding-right: 20px !important; } }
</style>
<meta name="color-scheme" content="light dark"> <meta name="supported-color-schemes" content="light dark"> <meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
</head>
<body  class="page" style="word-spacing:normal;background-color:#f6f6f8;">
<div style="display:none;font-size:1px;color:#ffffff;line-height:1px;max-height:0px;max-width:0px;opacity:0;overflow:hidden;">${preheader}</div>
<div aria-label="${subject}" aria-roledescription="email" role="article" lang="${language}" dir="ltr" style="word-spacing:normal;background-color:#f6f6f8;" >
<!--[if mso | IE]><table align="center" border="0" cellpadding="0" cellspacing="0" class="" role="presentation" style="width:600px;" width="600" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div  style="margin:0px auto;max-width:600px;">
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;" >
<tbody>
<tr>
<td style="direction:ltr;font-size:0px;padding:20px 0 0;text-align:center;" >
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:600px;" ><![endif]-->
<div class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;" >
<table border="0" cellpadding="0" cellspacing="0" role="presentation" width="100%" >
<tbody>
<tr>
<td  style="vertical-align:top;padding:0;">
<table border="0" cellpadding="0" cellspacing="0" role="presentation" width="100%" >
<tbody>
</tbody>
</table>
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><table align="center" border="0" cellpadding="0" cellspacing="0" class="pad-outlook" role="presentation" style="width:600px;" width="600" bgcolor="${accent}" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div  class="pad" style="background:${accent};background-color:${accent};margin:0px auto;max-width:600px;border-radius:16px 16px 0 0;overflow:hidden;">
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="background:${accent};background-color:${accent};width:100%;border-collapse:separate;" >
<tbody>
<tr>
<td style="border-radius:16px 16px 0 0;direction:ltr;font-size:0px;padding:16px 32px;text-align:center;" >
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:536px;" ><![endif]-->
<div class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;" >
<table border="0" cellpadding="0" cellspacing="0" role="presentation" width="100%" >
<tbody>
<tr>
<td  style="vertical-align:top;padding:0;">
<table border="0" cellpadding="0" cellspacing="0" role="presentation" width="100%" >
<tbody>
<tr>
<td align="left" style="font-size:0px;padding:0;word-break:break-word;" >
<table cellpadding="0" cellspacing="0" role="presentation" width="100%" border="0" style="color:${onAccent};font-family:-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:16px;line-height:20px;table-layout:auto;width:100%;border:none;" >
<tr>
<td style="font-weight: bold; color: ${onAccent}">
${logo === null ? html`
<table role="presentation" cellpadding="0" cellspacing="0" border="0">
<tr>
<td aria-hidden="true" width="44" height="44" align="center" valign="middle" bgcolor="${onAccent}" style="background: ${onAccent}; border-radius: 8px; font-weight: bold; color: ${accent}" >
${initials}
</td>
<td style="padding-left: 12px; font-weight: bold; color: ${onAccent}">${house}</td>
</tr>
</table>
` : html`
<table role="presentation" cellpadding="0" cellspacing="0" border="0">
<tr>
<td bgcolor="#ffffff" style=" background: #ffffff; border-radius: 8px; padding: 8px 12px; font-weight: bold; color: #16161d; " >
<img src="${logo}" alt="${house}" height="28" style="display: block; height: 28px; width: auto; max-width: 220px" />
</td>
</tr>
</table>
`}
</td>
</tr>
</table>
</td>
</tr>
</tbody>
</table>
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><table align="center" border="0" cellpadding="0" cellspacing="0" class="card-outlook pad-outlook" role="presentation" style="width:600px;" width="600" bgcolor="#ffffff" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div  class="card pad" style="background:#ffffff;background-color:#ffffff;margin:0px auto;max-width:600px;border-radius:0 0 16px 16px;overflow:hidden;">
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="background:#ffffff;background-color:#ffffff;width:100%;border-collapse:separate;" >
<tbody>
<tr>
<td style="border-radius:0 0 16px 16px;direction:ltr;font-size:0px;padding:28px 32px 32px;text-align:center;" >
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:536px;" ><![endif]-->
<div class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;" >
<table border="0" cellpadding="0" cellspacing="0" role="presentation" width="100%" >
<tbody>
<tr>
<td  style="vertical-align:top;padding:0;">
<table border="0" cellpadding="0" cellspacing="0" role="presentation" width="100%" >
<tbody>
<tr>
<td align="left" class="ink" style="font-size:0px;padding:0;word-break:break-word;" >
<div style="font-family:-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:28px;line-height:34px;text-align:left;color:#16161d;" ><h1 style="margin: 0 0 12px; font-size: 28px; line-height: 34px; font-weight: bold; color: #16161d">
${title}
</h1></div>
</td>
</tr>
${above.map((line) => html`
<tr>
<td align="left" class="ink" style="font-size:0px;padding:0 0 12px;word-break:break-word;" >
<div style="font-family:-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;text-align:left;color:#16161d;" >${line}</div>
</td>
</tr>
`)}${when === null ? '' : html`
<tr>
<td align="left" class="ink" style="font-size:0px;padding:8px 0 20px;word-break:break-word;" >
<table cellpadding="0" cellspacing="0" role="presentation" width="100%" border="0" style="color:#16161d;font-family:-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;table-layout:auto;width:100%;border:none;" >
<tr>
<td width="72" valign="top">
<table role="presentation" width="72" cellpadding="0" cellspacing="0" border="0">
<tr>
<td class="on" align="center" bgcolor="${accent}" style=" background: ${accent}; border-radius: 12px 12px 0 0; font-size: 12px; line-height: 24px; font-weight: bold; color: ${onAccent}; " >
${when.month}
</td>
</tr>
<tr>
<td class="soft" align="center" bgcolor="#f6f6f8" style=" background: #f6f6f8; border-radius: 0 0 12px 12px; font-size: 28px; line-height: 44px; font-weight: bold; " >
${when.day}
</td>
</tr>
</table>
</td>
<td valign="middle" style="padding: 0 16px">
<span style="font-size: 20px; line-height: 28px; font-weight: bold">${when.time}</span ><br />${when.date}${when.was === null ? '' : html`<br /><span class="gray" style="color: #5f6070" >${when.was}</span >`}
</td>
</tr>
</table>
</td>
</tr>
`}${facts.length === 0 ? '' : html`
<tr>
<td align="left" class="ink line" style="font-size:0px;padding:0 0 8px;word-break:break-word;" >
<table cellpadding="0" cellspacing="0" role="presentation" width="100%" border="0" style="color:#16161d;font-family:-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:16px;line-height:24px;table-layout:auto;width:100%;border:none;" >
${facts.map(([label, value]) => html`
<tr>
<td class="gray" width="88" valign="top" style="padding: 10px 12px 10px 0; border-top: 1px solid #e4e4ea; font-size: 14px; color: #5f6070" >
${label}
</td>
<td valign="top" style="padding: 10px 0; border-top: 1px solid #e4e4ea; word-break: break-word">
<span style="white-space: pre-line">${value}</span>
</td>
</tr>
`)}
</table>
</td>
</tr>
`}${button === null ? '' : html`
<tr>
<td align="center" class="button" style="font-size:0px;padding:12px 0 16px;word-break:break-word;" >
<table border="0" cellpadding="0" cellspacing="0" role="presentation" style="border-collapse:separate;width:100%;line-height:100%;" >
<tbody>
<tr>
<td align="center" bgcolor="${accent}" role="presentation" style="border:1px solid ${accent};border-radius:8px;cursor:auto;mso-padding-alt:15px 24px;background:${accent};" valign="middle" >
<a href="${button.link}" style="display:inline-block;background:${accent};color:${onAccent};font-family:-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:16px;font-weight:bold;line-height:20px;margin:0;text-decoration:none;text-transform:none;padding:15px 24px;mso-padding-alt:0px;border-radius:8px;" target="_blank" >
${button.label}
</a>
</td>
</tr>
</tbody>
</table>
</td>
</tr>
`}${code === null ? '' : html`
<tr>
<td align="left" style="font-size:0px;padding:0 0 16px;word-break:break-word;" >
<div style="font-family:-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:14px;line-height:24px;text-align:left;color:#16161d;" ><div class="soft" style="background: #f6f6f8; border-radius: 8px; padding: 12px 16px">
${code.label}
<b style=" font-family: Consolas, Menlo, 'Courier New', monospace; font-size: 20px; letter-spacing: 1px; white-space: nowrap; " >${code.code}</b >
</div></div>
</td>
</tr>
`}${below.map((line) => html`
<tr>
<td align="left" class="gray" style="font-size:0px;padding:0 0 8px;word-break:break-word;" >
<div style="font-family:-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:14px;line-height:20px;text-align:left;color:#5f6070;" >${line}</div>
</td>
</tr>
`)}
</tbody>
</table>
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><table align="center" border="0" cellpadding="0" cellspacing="0" class="pad-outlook" role="presentation" style="width:600px;" width="600" ><tr><td style="line-height:0px;font-size:0px;mso-line-height-rule:exactly;"><![endif]-->
<div  class="pad" style="margin:0px auto;max-width:600px;">
<table align="center" border="0" cellpadding="0" cellspacing="0" role="presentation" style="width:100%;" >
<tbody>
<tr>
<td style="direction:ltr;font-size:0px;padding:16px 32px 24px;text-align:center;" >
<!--[if mso | IE]><table role="presentation" border="0" cellpadding="0" cellspacing="0"><tr><td class="" style="vertical-align:top;width:536px;" ><![endif]-->
<div class="mj-column-per-100 mj-outlook-group-fix" style="font-size:0px;text-align:left;direction:ltr;display:inline-block;vertical-align:top;width:100%;" >
<table border="0" cellpadding="0" cellspacing="0" role="presentation" width="100%" >
<tbody>
<tr>
<td  style="vertical-align:top;padding:0;">
<table border="0" cellpadding="0" cellspacing="0" role="presentation" width="100%" >
<tbody>
${button === null ? '' : html`
<tr>
<td align="left" class="gray" style="font-size:0px;padding:0 0 8px;word-break:break-word;" >
<div style="font-family:-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:12px;line-height:18px;text-align:left;color:#5f6070;" >${button.link}</div>
</td>
</tr>
`}
<tr>
<td align="left" class="gray" style="font-size:0px;padding:0;word-break:break-word;" >
<div style="font-family:-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;font-size:12px;line-height:18px;text-align:left;color:#5f6070;" >${house}</div>
</td>
</tr>
</tbody>
</table>
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</td>
</tr>
</tbody>
</table>
</div>
<!--[if mso | IE]></td></tr></table><![endif]-->
</div>
</body>
</html>`;
}
