import { useMemo, useState } from 'react';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { CodeLink } from '@incisive/contract/code-links';
import { HeldKeys } from '../../components/overlay/held-keys.tsx';
import { lazyPart } from '../../components/overlay/lazy-part.tsx';
import { ConfirmDialog } from '../../components/overlay/confirm-dialog.tsx';
import { lazyDialog } from '../../components/overlay/lazy-dialog.tsx';
import { LoadFailureNote } from '../../components/feedback/load-failure-note.tsx';
import { formatDate } from '../../lib/dates.ts';
import { useMay, useRole } from '../../lib/session/profile.ts';
import { CodePanel, codesToActOn } from './codes/code-panel.tsx';
import { foldRows, holdBack, isApproved, isRejected, nestRows } from './codes/code-sheet.ts';
import { NoteFrame } from './note-frame.tsx';
import { PanelTabs, type PanelTab } from './claim/panel-tabs.tsx';
import barClasses from './work/work-bar.module.css';
import tabClasses from './claim/panel-tabs.module.css';
import { HeadActions } from './note/head-actions.tsx';
import type { HeadAction } from './note/head-actions.tsx';
import { NoteHeader } from './note/note-header.tsx';
import { opNoteScreen } from './note-screens.ts';
import type { LoadedNote } from './note-screens.ts';
import type { CodeEvidence } from './note/note-text-model.ts';
import { NoteLoader } from './note-loader.tsx';
import { NotePane } from './note/note-pane.tsx';
import { Split } from './split.tsx';
import { UnsavedGuard } from './note/unsaved-guard.tsx';
import { useCodeFocus } from './codes/use-code-focus.ts';
import { useCodeSheet } from './codes/use-code-sheet.ts';
import type { CodeSheet } from './codes/use-code-sheet.ts';
import { useNoteHints, useNoteKeys } from './use-note-keys.ts';
import type { KeyActs } from './use-note-keys.ts';
import { useNoteScreen } from './use-note-screen.ts';
import { useTraining } from './codes/use-training.ts';
import { useWhenSettled } from './codes/use-when-settled.ts';
import { useWithheld } from './codes/use-withheld.ts';
import { denialQuery } from './workbench.queries.ts';
import classes from './note-screen.module.css';

// Few notes tell of no procedure: what is said then comes with them.
const Withheld = lazyPart(async () => (await import('./codes/withheld.tsx')).Withheld);
const ShownAnyway = lazyPart(async () => (await import('./codes/withheld.tsx')).ShownAnyway);
const AddCodeDialog = lazyDialog(async () => (await import('./codes/add-code-dialog.tsx')).AddCodeDialog);
const DetailsDialog = lazyDialog(async () => (await import('./details-dialog.tsx')).DetailsDialog);
const DownloadDialog = lazyDialog(async () => (await import('./download-dialog.tsx')).DownloadDialog);

const WorkBar = lazyPart(async () => (await import('./work/work-bar.tsx')).WorkBar);

const ClaimPanel = lazyPart(
  async () => (await import('./claim/claim-panel.tsx')).ClaimPanel,
  // Until the claim is here no key acts on the codes that it took the place of.
  <HeldKeys onEscape={() => undefined} />,
  (retry) => (
    <section aria-label="Claim">
      <LoadFailureNote onRetry={retry} />
    </section>
  ),
);

type Dialog = 'add' | 'details' | 'download' | null;
const noMarks: readonly CodeEvidence[] = [];
const noTicks: ReadonlySet<string> = new Set();

/** /opnotes/{id}: the note, its codes, and everything that is done with them. */
export function OpNoteScreen({ id }: { readonly id: string }) {
  return (
    <NoteLoader screen={opNoteScreen} id={id}>
      {(loaded) => <Workbench key={id} loaded={loaded} />}
    </NoteLoader>
  );
}

/** The ticks of the table: gone with a change of mode, and with a bulk act that worked. */
function useTicks(sheet: CodeSheet) {
  const [ticked, setTicked] = useState(noTicks);
  const present = useMemo(
    () => new Set(sheet.rows.map((row) => row.link.code).filter((code) => ticked.has(code))),
    [sheet.rows, ticked],
  );
  return {
    ticked: present,
    clear: () => setTicked(noTicks),
    toggle: (code: string) =>
      setTicked((before) => {
        const next = new Set(before);
        if (!next.delete(code)) next.add(code);
        return next;
      }),
    toggleAll: (all: boolean) => setTicked(all ? new Set(sheet.rows.map((row) => row.link.code)) : noTicks),
  };
}

function Workbench({ loaded }: { readonly loaded: LoadedNote }) {
  const { note } = loaded;
  const role = useRole();
  const may = useMay();
  const navigate = useNavigate();
  const common = useNoteScreen(opNoteScreen, loaded);
  const { editor, trail, find, profile } = common;
  const fetched = useCodeSheet(note.id, role, profile.username, note.state === 'submitted');
  const ticks = useTicks(fetched);
  const [unfolded, setUnfolded] = useState(false);
  const withheld = useWithheld(note.id, fetched);
  const [openedLead, setOpenedLead] = useState<string | null>(null);
  const toggleLead = (code: string): void => setOpenedLead((before) => (before === code ? null : code));
  const { rows, folded, under } = useMemo(() => {
    const { rows: kept } = withheld.isHeld ? holdBack(fetched.rows) : fetched;
    const nested = nestRows(kept);
    return { ...foldRows(nested.rows, unfolded), under: nested.under };
  }, [fetched, unfolded, withheld.isHeld]);
  const sheet: CodeSheet = {
    ...fetched,
    rows,
    setMode: (mode) => {
      ticks.clear();
      fetched.setMode(mode);
    },
    act: async (action, links) => {
      const worked = await fetched.act(action, links);
      if (worked && links.some((link) => ticks.ticked.has(link.code))) ticks.clear();
      return worked;
    },
  };
  const focus = useCodeFocus(sheet.rows);
  const { current } = focus;
  const training = useTraining(note.id, trail);
  const [dialog, setDialog] = useState<Dialog>(null);
  const [tab, setTab] = useState<PanelTab>('codes');
  const [backByKey, setBackByKey] = useState(false);
  const [claimMarks, setClaimMarks] = useState<readonly CodeEvidence[] | null>(null);
  const claims = may('claims.read');
  const onClaim = claims && tab === 'claim';
  /** Lines of the claim as it was last seen, and codes approved then: what is approved since adds to them. */
  const [seenLines, setSeenLines] = useState<number | null>(null);
  const [approvedThen, setApprovedThen] = useState(0);
  const approvedNow = fetched.approved.length;
  const claimLines = seenLines === null ? approvedNow : onClaim ? seenLines : seenLines + approvedNow - approvedThen;
  const showTab = (to: PanelTab, byKey = false): void => {
    setTab(to);
    setBackByKey(byKey && to === 'codes');
    setApprovedThen(approvedNow);
  };

  const evidence = useMemo(
    () =>
      sheet.rows
        .filter((row) => !isRejected(row.link) || row.link.code === current)
        .map((row) => ({ code: row.link.code, ranges: row.link.evidence })),
    [sheet.rows, current],
  );
  const settled = useMemo(
    () => new Set(sheet.rows.filter((row) => isApproved(row.link)).map((row) => row.link.code)),
    [sheet.rows],
  );
  const approvedCodes = useMemo(() => new Set(sheet.approved.map((link) => link.code)), [sheet.approved]);

  const decides = may('codes.decide');
  const adds = may('codes.assign') || may('codes.code');
  const editing = editor.text !== null;
  const editOff = editOffBecause(note.abilities.edit, sheet.loadingSuggestions);
  const close = (): void => setDialog(null);
  const act = (action: 'approve' | 'reject', link: CodeLink): void => void sheet.act(action, [link]);
  const actByKey = (action: 'approve' | 'reject') => (): void =>
    void sheet.act(action, codesToActOn(sheet.rows, ticks.ticked, current));
  const trains = may('codes.train') && decides;
  const train = (): void => void training.train([...approvedCodes]);
  const trainByKey = useWhenSettled(sheet.busy.size > 0, sheet.failure !== null, train);
  useNoteHints({ codes: true, claim: claims, decide: decides, add: adds, train: trains, edit: note.abilities.edit }, onClaim);
  const codeKeys: KeyActs = {
    'next-code': () => focus.step(1),
    'previous-code': () => focus.step(-1),
    ...(decides
      ? {
          approve: actByKey('approve'),
          reject: actByKey('reject'),
          tick: () => current !== null && ticks.toggle(current),
          undo: sheet.undoLast,
        }
      : {}),
    ...(trains && !editing ? { train: trainByKey } : {}),
    ...(adds ? { 'add-code': () => setDialog('add') } : {}),
    ...(current !== null && under.has(current) ? { 'open-alternatives': () => toggleLead(current) } : {}),
    ...(withheld.reading ? { 'show-anyway': withheld.toggle } : {}),
    ...(claims ? { claim: () => showTab('claim') } : {}),
  };
  // The claim has keys of its own, by the same letters.
  useNoteKeys({
    ...(onClaim ? { claim: () => showTab('codes', true) } : codeKeys),
    ...(editing || editOff !== null ? {} : { edit: editor.start }),
    ...(editing ? {} : { find: find.open }),
    'next-note': () => void trail.openNext(),
    'previous-note': trail.openPrevious,
  });

  const addCode = adds ? (): void => setDialog('add') : undefined;
  const heldBack = withheld.isHeld ? fetched.rows.length - rows.length - folded.length : 0;

  const shownCodes = sheet.rows.length + folded.length + [...under.values()].flat().length;
  const openNote = (id: string): void => void navigate({ to: '/opnotes/$id', params: { id } });

  const headActions: readonly HeadAction[] = [
    { label: 'Details', run: () => setDialog('details') },
    { label: 'Download', run: () => setDialog('download') },
    { label: 'Feedback', to: '/feedbacks/new', search: { opnote_id: note.id } },
    ...(may('notes.create') ? [{ label: 'Add OpNote', to: '/opnotes/new' } as const] : []),
  ];

  return (
    <NoteFrame
      head={
        <>
          <NoteHeader screen={opNoteScreen} note={note} trail={trail} editor={editor} onCancel={common.cancel} editOff={editOff}>
            <HeadActions actions={headActions} />
          </NoteHeader>
          {may('queue.work') ? (
            <div className={barClasses.room}>
              <WorkBar noteId={note.id} text={note.text} onOpen={openNote} />
            </div>
          ) : null}
        </>
      }
    >
      <Split
        ways={[
          { label: 'Codes', count: shownCodes, onGo: () => showTab('codes') },
          ...(claims ? [{ label: 'Claim', count: claimLines, onGo: () => showTab('claim') }] : []),
        ]}
        left={
          <NotePane
            note={note}
            label={opNoteScreen.label}
            editor={editor}
            find={find}
            evidence={onClaim ? (claimMarks ?? noMarks) : evidence}
            settled={settled}
            current={onClaim ? null : current}
            onMark={focus.fromMark}
            aside={<DenialHint noteId={note.id} />}
          />
        }
        right={
          <div className={tabClasses.side}>
            {claims ? <PanelTabs tab={tab} codes={shownCodes} lines={claimLines} onTab={(to) => showTab(to)} /> : null}
            {onClaim ? (
              <ClaimPanel
                noteId={note.id}
                text={note.text}
                role={role}
                wait={sheet.busy.size > 0}
                onMarks={setClaimMarks}
                onLines={setSeenLines}
                onCodes={() => showTab('codes', true)}
                onOpen={openNote}
              />
            ) : (
              <CodePanel
                role={role}
                takesFocus={backByKey}
                sheet={sheet}
                current={current}
                ticked={ticks.ticked}
                onCurrent={focus.point}
                onVisit={focus.visit}
                onTick={ticks.toggle}
                onTickAll={ticks.toggleAll}
                onAct={act}
                folded={folded}
                onUnfold={() => setUnfolded(true)}
                under={under}
                openedLead={openedLead}
                onToggleLead={toggleLead}
                above={
                  withheld.reading && !withheld.isHeld ? (
                    <ShownAnyway reading={withheld.reading} onHide={withheld.toggle} />
                  ) : null
                }
                withheld={
                  withheld.reading && withheld.isHeld ? (
                    <Withheld
                      reading={withheld.reading}
                      text={note.text}
                      count={heldBack}
                      onShow={withheld.toggle}
                      onAdd={addCode}
                    />
                  ) : null
                }
                onShow={focus.showInNote}
                onAdd={() => setDialog('add')}
                onTrain={train}
                training={training.running}
              />
            )}
          </div>
        }
      />
      {adds ? (
        <AddCodeDialog
          opened={dialog === 'add'}
          onClose={close}
          approved={approvedCodes}
          onSubmit={async (links) => {
            const worked = await sheet.act(may('codes.code') ? 'code' : 'assign', links);
            if (worked) focus.arriveAt(links.map((link) => link.code));
            return worked;
          }}
        />
      ) : null}
      <DetailsDialog
        opened={dialog === 'details'}
        onClose={close}
        note={note}
        approved={sheet.approved}
        onDelete={() => {
          close();
          common.setDeleting(true);
        }}
      />
      <DownloadDialog
        opened={dialog === 'download'}
        onClose={close}
        // The note's own name; a note that was typed has none.
        initialName={note.filename?.replace(/\.(txt|docx|pdf)$/i, '') || opNoteScreen.plural}
        onDownload={(name) => opNoteScreen.download(note.id, `${sheet.size}`, name)}
      />
      <ConfirmDialog
        opened={common.deleting}
        onClose={() => common.setDeleting(false)}
        title="Delete"
        text={opNoteScreen.deleteText}
        onConfirm={common.remove}
      />
      <UnsavedGuard {...common.guard} />
    </NoteFrame>
  );
}

function editOffBecause(allowed: boolean, loadingSuggestions: boolean): string | null {
  if (loadingSuggestions) return 'Suggestions are loading';
  return allowed ? null : 'Locked: coding has started on this note';
}

/** A denial that was reported for this note is worth knowing before its codes are looked at. */
function DenialHint({ noteId }: { readonly noteId: string }) {
  const newest = useQuery(denialQuery(noteId)).data?.[0];
  if (!newest) return null;
  return (
    <Link to={'/feedbacks' as string} search={{ opnote_id: noteId } as never} className={classes.denial} title={newest.message}>
      <IconAlertTriangle size={14} aria-hidden />
      Code denial reported {formatDate(newest.created_at)}
    </Link>
  );
}
