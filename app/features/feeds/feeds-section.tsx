import { useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import type { CallResult } from "#app/contracts/call-result.ts";
import { changeFeed, listFeeds, removeFeed, renewFeed } from "#app/contracts/endpoints/feeds.ts";
import type { MadeFeed, ShownFeed } from "#app/contracts/feeds.ts";
import { FEED_KINDS, type FeedKind } from "#app/domain/feeds/feed.ts";
import { FEED_WINDOW_MS } from "#app/domain/limits/deliveries.ts";
import { DAY_MS } from "#app/domain/limits/units.ts";
import { formatDate, formatDateTime } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Checkbox } from "#app/ui/checkbox.tsx";
import { ConfirmDialog } from "#app/ui/confirm-dialog.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { ShownOnce } from "#app/ui/shown-once.tsx";
import { useToast } from "#app/ui/toast.tsx";

type Asking = { asked: "renew" | "remove"; kind: FeedKind };

/** The person's feeds: an address for each, shown once, replaced and removed; and whether titles are in them. */
export function FeedsSection({ initial }: { initial: readonly ShownFeed[] }) {
  const { t } = useTranslation("feeds");
  const toast = useToast();
  const [feeds, setFeeds] = useState(initial);
  const [made, setMade] = useState<MadeFeed | null>(null);
  const [asking, setAsking] = useState<Asking | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async <Value,>(work: Promise<CallResult<Value>>, said: { done?: string; failed: string }) => {
    setBusy(true);
    const result = await work;
    // Also after a failure: another tab may have changed them.
    const read = await callApi(listFeeds, { unasked: true });
    if (read.ok) setFeeds(read.value.feeds);
    setBusy(false);
    setAsking(null);
    if (result.ok && said.done) toast("done", said.done);
    else if (!result.ok && result.kind !== "signed-out") toast("error", result.message ?? said.failed);
    return result;
  };
  const renew = async (kind: FeedKind) => {
    const result = await run(callApi(renewFeed, { params: { feed_kind: kind } }), { failed: t("error.renew") });
    if (result.ok) setMade(result.value);
  };
  const remove = async (kind: FeedKind) => {
    const result = await run(callApi(removeFeed, { params: { feed_kind: kind }, unread: true }), {
      done: t("removed"),
      failed: t("error.remove"),
    });
    if (result.ok) setMade((shown) => (shown?.shown.kind === kind ? null : shown));
  };
  const showTitles = (kind: FeedKind, titlesShown: boolean) =>
    run(callApi(changeFeed, { params: { feed_kind: kind }, body: { titlesShown } }), {
      done: t(titlesShown ? "shown" : "hidden"),
      failed: t("error.change"),
    });
  return (
    <section id="feeds" aria-labelledby="feeds-heading">
      <h2 id="feeds-heading">{t("heading")}</h2>
      <div className="rows rows--full">
        <p className="muted">{t("lead")}</p>
        {made !== null && <MadeAddress key={made.url} {...made} onDone={() => setMade(null)} />}
        <ul className="entries" aria-labelledby="feeds-heading">
          {FEED_KINDS.map((kind) => (
            <FeedRow
              key={kind}
              kind={kind}
              feed={feeds.find((feed) => feed.kind === kind) ?? null}
              isBusy={isBusy}
              onMake={() => void renew(kind)}
              onAsk={(asked) => setAsking({ asked, kind })}
              onTitles={(titlesShown) => void showTitles(kind, titlesShown)}
            />
          ))}
        </ul>
      </div>
      {asking !== null && (
        <AskDialog
          {...asking}
          busy={isBusy}
          onConfirm={() => void (asking.asked === "remove" ? remove(asking.kind) : renew(asking.kind))}
          onClose={() => setAsking(null)}
        />
      )}
    </section>
  );
}

type RowProps = {
  kind: FeedKind;
  /** Null: it has no address. */
  feed: ShownFeed | null;
  isBusy: boolean;
  onMake: () => void;
  onAsk: (asked: Asking["asked"]) => void;
  onTitles: (titlesShown: boolean) => void;
};

function FeedRow({ kind, feed, isBusy, onMake, onAsk, onTitles }: RowProps) {
  const { t } = useTranslation("feeds");
  const locale = useLocale();
  const zone = useTimeZone();
  return (
    <li className="entry">
      <div className="feed-facts">
        <p className="strong">{t(`kind.${kind}`)}</p>
        <p className="note muted">{t(`about.${kind}`, { days: FEED_WINDOW_MS / DAY_MS })}</p>
        {feed && (
          <>
            <p className="note muted">
              {t("made", { date: formatDate(feed.createdAt, locale, zone) })},{" "}
              {feed.lastReadAt === null
                ? t("unread")
                : t("read", { date: formatDateTime(feed.lastReadAt, locale, zone) })}
            </p>
            <Checkbox
              label={t("titles")}
              aria-label={t(`titlesOf.${kind}`)}
              checked={feed.titlesShown}
              disabled={isBusy}
              onChange={(event) => onTitles(event.currentTarget.checked)}
            />
          </>
        )}
      </div>
      {feed ? (
        <div className="row row--wrap">
          <Button aria-label={t(`renewOne.${kind}`)} disabled={isBusy} onClick={() => onAsk("renew")}>
            {t("renew")}
          </Button>
          <Button aria-label={t(`removeOne.${kind}`)} disabled={isBusy} onClick={() => onAsk("remove")}>
            {t("remove")}
          </Button>
        </div>
      ) : (
        <Button aria-label={t(`makeOne.${kind}`)} disabled={isBusy} onClick={onMake}>
          <Icon name="plus" />
          {t("make")}
        </Button>
      )}
    </li>
  );
}

export function MadeAddress({ url, shown: { kind }, onDone }: MadeFeed & { onDone: () => void }) {
  const { t } = useTranslation("feeds");
  const texts = {
    label: t(`value.${kind}`),
    copy: t("copy"),
    copied: t("copied"),
    copyFailed: t("copyFailed"),
    done: t("done"),
  };
  return (
    <ShownOnce value={url} texts={texts} onDone={onDone}>
      <span className="strong">{t("once")}</span>
    </ShownOnce>
  );
}

type Props = { kind: FeedKind; asked: "renew" | "remove"; busy: boolean; onConfirm: () => void; onClose: () => void };

/** Asks before an address that programs use stops working: it cannot be brought back. */
export function AskDialog({ kind, asked, busy, onConfirm, onClose }: Props) {
  const { t } = useTranslation("feeds");
  return (
    <ConfirmDialog
      texts={{ title: t(`${asked}Ask.title`), confirm: t(`${asked}Ask.go`), cancel: t("cancel") }}
      kind={asked === "remove" ? "danger" : "primary"}
      {...{ busy, onConfirm, onClose }}
    >
      <p className="strong">{t(`kind.${kind}`)}</p>
      <p>{t(`${asked}Ask.text`)}</p>
    </ConfirmDialog>
  );
}
