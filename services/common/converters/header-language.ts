/** Recognises a header in Dutch, French or German, and the format whose columns it names. */

export type HeaderLanguage = 'Dutch' | 'French' | 'German';

/** Words of column names, each with what it means in English; a word of two meanings has both. */
const WORDS: Readonly<Record<HeaderLanguage, string>> = {
  Dutch:
    'datum=date tijd=time tijdzone=timezone tijdstip=timestamp,time tijdstempel=timestamp soort=type transactietype=transaction,type ' +
    'transactie=transaction transacties=transaction hoeveelheid=amount,quantity,size aantal=amount,quantity bedrag=amount valuta=currency ' +
    'munt=currency,coin munteenheid=currency,coin kosten=fee,fees vergoeding=fee transactiekosten=fee,fees prijs=price koers=price,rate ' +
    'koop=buy aankoop=buy gekocht=bought verkoop=sell verkocht=sold rekening=account adres=address omschrijving=description ' +
    'beschrijving=description opmerkingen=notes,remark opmerking=note,remark,comment notities=notes totaal=total subtotaal=subtotal ' +
    'verzonden=sent verstuurd=sent ontvangen=received betaald=paid saldo=balance waarde=value paar=pair zijde=side richting=side,direction ' +
    'symbool=symbol bewerking=operation wijziging=change portefeuille=wallet portemonnee=wallet kenmerk=reference,id netwerk=network ' +
    'uitgevoerd=executed voltooid=completed gestart=started activum=asset actief=asset activa=asset beurs=exchange groep=group ' +
    'commentaar=comment handel=trade inkomend=incoming uitgaand=outgoing',
  French:
    'heure=time horodatage=timestamp fuseau=timezone montant=amount quantité=amount,quantity devise=currency monnaie=currency,coin ' +
    'pièce=coin frais=fee,fees prix=price cours=price,rate achat=buy acheté=bought vente=sell vendu=sold compte=account ' +
    'adresse=address remarque=remark remarques=remark,notes commentaire=comment envoyé=sent reçu=received payé=paid solde=balance ' +
    'valeur=value paire=pair côté=side sens=side,direction symbole=symbol opération=operation statut=status état=status,state actif=asset ' +
    'portefeuille=wallet changement=change variation=change réseau=network référence=reference exécuté=executed terminé=completed ' +
    'produit=product débuté=started plateforme=exchange,platform groupe=group échange=exchange,trade entrant=incoming sortant=outgoing ' +
    'sous-total=subtotal libellé=label étiquette=label,tag',
  German:
    'datum=date zeit=time uhrzeit=time zeitzone=timezone zeitstempel=timestamp zeitpunkt=timestamp,time typ=type art=type ' +
    'transaktionstyp=transaction,type transaktionsart=transaction,type transaktion=transaction transaktions-id=transaction,id ' +
    'menge=amount,quantity anzahl=amount,quantity betrag=amount währung=currency münze=coin,currency gebühr=fee gebühren=fee,fees ' +
    'preis=price kurs=price,rate kauf=buy gekauft=bought verkauf=sell verkauft=sold konto=account adresse=address ' +
    'beschreibung=description bemerkung=remark bemerkungen=remark,notes notiz=note notizen=notes kommentar=comment gesamt=total ' +
    'gesamtbetrag=total,amount summe=total zwischensumme=subtotal gesendet=sent erhalten=received empfangen=received bezahlt=paid ' +
    'saldo=balance guthaben=balance wert=value paar=pair handelspaar=pair seite=side richtung=side,direction vorgang=operation ' +
    'änderung=change veränderung=change netzwerk=network referenz=reference ausgeführt=executed abgeschlossen=completed ' +
    'gestartet=started vermögenswert=asset kryptowährung=asset,currency produkt=product börse=exchange gruppe=group ' +
    'eingehend=incoming ausgehend=outgoing bezeichnung=label,description',
};

type Dictionary = ReadonlyMap<string, readonly string[]>;
const DICTIONARIES: readonly (readonly [HeaderLanguage, Dictionary])[] = Object.entries(WORDS).map(
  ([language, words]) => [
    language as HeaderLanguage,
    new Map(
      words.split(' ').map((pair) => {
        const [word = '', meanings = ''] = pair.split('=');
        return [word, meanings.split(',')];
      }),
    ),
  ],
);
/** So many columns must be words of a language: one may be the same word in English. */
const COLUMNS_MIN = 2;
/** So many columns of a format, and so much of it, must be there in another language before it is named. */
const NAMED_MIN = 4;
const SHARE_MIN = 0.5;

/** A header in another language than English. */
export interface ForeignHeader {
  readonly names: readonly string[];
  readonly language: HeaderLanguage;
  /** How many columns of the header are words of the language. */
  readonly columns: number;
  /** Returns how many of the wanted columns the header has, and behind the point which share; 0 if they are too few to name a format. */
  scoreOf(wanted: readonly string[]): number;
}

/** Returns the language of a header; null if it is in none of these languages. */
export function languageOf(names: readonly string[]): ForeignHeader | null {
  const cells = names.map(wordsOf);
  const [best] = DICTIONARIES.map(([language, dictionary]) => ({
    language,
    dictionary,
    columns: cells.filter((words) => words.some((word) => dictionary.has(word))).length,
  })).toSorted((left, right) => right.columns - left.columns);
  if (best === undefined || best.columns < COLUMNS_MIN) return null;
  const { language, dictionary, columns } = best;
  const meanings = cells.map(
    (words) => new Set(words.flatMap((word) => [word, ...(dictionary.get(word) ?? [])])),
  );
  return { names, language, columns, scoreOf: (wanted) => scoreOf(wanted, meanings) };
}

function scoreOf(wanted: readonly string[], meanings: readonly ReadonlySet<string>[]): number {
  // One column of the header may read like several of a format.
  const cells = new Set(
    wanted.map((column) => meanings.findIndex((cell) => wordsOf(column).every((word) => cell.has(word)))),
  );
  cells.delete(-1);
  const count = cells.size;
  const share = count / wanted.length;
  return count >= NAMED_MIN && share >= SHARE_MIN ? count + share / 2 : 0;
}

/** Returns the words of a column name; numbers and signs are none. */
function wordsOf(name: string): string[] {
  return name.match(/\p{L}+(?:-\p{L}+)*/gu) ?? [];
}
