import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import { guestTexts } from '../../guest-messages.ts';
import { type Arrival, type MessageTexts, visitorOf } from '../../message-texts.ts';

const guest = guestTexts({
  hello: (guest) => `Olá, ${guest},`,
  subject: {
    invitation: (tenant) => `Convite de ${tenant}`,
    invitationChanged: (tenant) => `Convite alterado de ${tenant}`,
    invitationCanceled: (tenant) => `Convite cancelado de ${tenant}`,
    invitationReminder: (tenant) => `Lembrete: visita a ${tenant}`,
  },
  sentence: {
    invitation: (who, house) => `${who} convida-o(a): ${house}.`,
    invitationChanged: (who, house) => `O seu convite foi alterado: ${who}, ${house}.`,
    invitationCanceled: (who, house) => `O seu convite foi cancelado: ${who}, ${house}.`,
    invitationReminder: (who, house) => `${who} espera por si amanhã: ${house}.`,
  },
  until: (day) => `Repete-se até ${day}.`,
  was: (time) => `antes ${time}`,
  othersStay: 'As suas outras datas da série mantêm-se.',
  open: 'Abrir o passe',
  privacy: 'Usamos o seu e-mail apenas para este convite. No passe pode ver e eliminar os seus dados.',
  label: { host: 'Anfitrião', where: 'Local', note: 'Nota', code: 'Sem telefone? Escreva isto na receção:' },
  stillHere: {
    subject: (house) => `Ainda está em ${house}?`,
    sentence: (house, time) =>
      `A sua entrada em ${house} está registada desde as ${time}. Diga-nos se ainda está aqui ou se já saiu.`,
    button: 'Responder',
  },
  declined: (guest) => `${guest} não pode vir`,
  comes: (guest) => `${guest} afinal pode vir`,
  passCode: (code, house) => `${code} é o código do seu passe: ${house}. É válido durante 10 minutos.`,
});

export const messages: MessageTexts = {
  mail: {
    invite: ({ organization, validHours }) => ({
      subject: organization === null ? 'Convite para o Vestibule' : `Convite: ${organization}`,
      above: [
        'Olá,',
        organization === null
          ? 'Foi criada uma conta no Vestibule para si.'
          : `Foi criada uma conta no Vestibule para si (${organization}).`,
        'Escolha uma palavra-passe para começar.',
      ],
      button: 'Escolher uma palavra-passe',
      below: [
        `A ligação funciona uma única vez, durante ${duration(validHours)}.`,
        'Se não esperava esta mensagem, não precisa de fazer nada.',
      ],
    }),
    passwordReset: ({ validHours }) => ({
      subject: 'Escolha uma nova palavra-passe',
      above: ['Olá,', 'Foi pedida uma nova palavra-passe para a sua conta no Vestibule.'],
      button: 'Escolher uma nova palavra-passe',
      below: [
        `A ligação funciona uma única vez, durante ${duration(validHours)}.`,
        'Se não fez este pedido, não precisa de fazer nada: a sua palavra-passe mantém-se.',
      ],
    }),
    hostLink: ({ validMinutes }) => ({
      subject: 'Inicie sessão para ver os seus visitantes',
      above: ['Olá,', 'Use esta ligação para iniciar sessão e ver os seus visitantes.'],
      button: 'Iniciar sessão',
      below: [
        `A ligação funciona uma única vez, durante ${validMinutes} minutos.`,
        'Se não fez este pedido, não precisa de fazer nada.',
      ],
    }),
    directoryFailed: ({ tenant, failure, times }) => ({
      subject: `Os funcionários de ${tenant} não estão atualizados`,
      above: [
        'Olá,',
        `Não foi possível sincronizar os funcionários de ${tenant} com o diretório ${times} vezes seguidas. ${why[failure]}`,
        'Até lá ficam como estavam. Continua a ser possível registar a entrada de visitantes.',
      ],
      button: 'Abrir o inquilino',
      below: ['Volta a tentar-se todas as noites. Não receberá outra mensagem antes de ter funcionado.'],
    }),
    kioskOffline: ({ kiosk, house, date, time }) => ({
      subject: `O quiosque ${kiosk} está offline`,
      above: [
        'Olá,',
        `O quiosque ${kiosk} (${house}) não dá sinal desde ${date} às ${time}.`,
        'Verifique se tem corrente e rede.',
      ],
      button: 'Abrir os quiosques',
      below: ['Receberá outra mensagem quando voltar.'],
    }),
    kioskOnline: ({ kiosk, house, date, time }) => ({
      subject: `O quiosque ${kiosk} voltou`,
      above: ['Olá,', `O quiosque ${kiosk} (${house}) está novamente online desde ${date} às ${time}.`],
      button: 'Abrir os quiosques',
      below: [],
    }),
    arrival: ({ visitor, visitorCompany, host, tenant, time }) => ({
      subject: `Tem uma visita: ${visitor}`,
      above: [
        `Olá ${host},`,
        `Foi registada às ${time} a entrada de ${visitor} (${visitorCompany}), que vem para uma visita consigo em ${tenant}.`,
      ],
      button: 'Responder',
      below: [],
    }),
    unanswered: ({ recipient, ...facts }) => ({
      subject: `${facts.visitor} está à espera de ${facts.host}`,
      above: [`Olá ${recipient},`, noAnswer(facts)],
      button: 'Responder',
      below: [],
    }),
    ...guest.mail,
  },
  sms: {
    arrival: ({ visitor, visitorCompany, tenant, time }) =>
      `A sua visita chegou: ${visitor} (${visitorCompany}), em ${tenant}, às ${time}.`,
    visitConfirmation: ({ house, tenant, host, date, time }) =>
      `Damos-lhe as boas-vindas a ${house}. A sua visita a ${host === null ? tenant : `${host}, ${tenant}`} foi registada em ${date} às ${time}.`,
    wifi: ({ house, info }) => `Wi-Fi em ${house}: ${info}`,
    preregistration: ({ house, tenant, link }) =>
      `${tenant} está à sua espera em ${house}. Mostre este código quando chegar: ${link}`,
    delivery: ({ house, tenant, time }) => `Uma entrega para ${tenant} aguarda na entrada de ${house}, às ${time}.`,
    unanswered: noAnswer,
    ...guest.sms,
  },
};

const why: Record<SyncFailure, string> = {
  directoryUnavailable: 'O diretório não respondeu.',
  consentRevoked: 'O diretório já não permite o acesso do Vestibule. Volte a ligar o inquilino.',
  secretExpired: 'O segredo de cliente da aplicação expirou. Volte a ligar o inquilino com um novo.',
  groupNotFound: 'O grupo já não está no diretório.',
  serviceAccountRequired: 'A conta utilizada já não pode ler o diretório. Volte a ligar o inquilino.',
  tooManyRemovals: 'Mais de 30 % dos funcionários seriam removidos. Verifique e confirme se estiver correto.',
  unexpected: 'Algo correu mal do nosso lado.',
};

function duration(hours: number): string {
  if (hours % 24 === 0) return hours === 24 ? '1 dia' : `${hours / 24} dias`;
  return hours === 1 ? '1 hora' : `${hours} horas`;
}

function noAnswer(facts: Arrival): string {
  const { host, tenant, time } = facts;
  const who = visitorOf(facts);
  return `${host} não respondeu. ${who} está à espera em ${tenant} desde as ${time}.`;
}
