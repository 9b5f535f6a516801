import Companion
import Documents
import Gateway
import Runtime
import Signals
import Store

extension ReadingSessionDocument {
    /// A session as it stands.
    init(_ session: StoredSession, _ gateway: Gateway) throws {
        self.init()
        (id, kind, heading, words) = (Int(session.id), session.kind, session.title, session.words)
        state = session.ended == nil ? .running : .ended
        (started, ended, endCause) = (session.started, session.ended, session.endCause)
        if let kept = session.summary {
            summary = try Summary(kept: kept)
        } else if let figures = gateway.reading.progress(session.id)?.figures {
            var told = Summary()
            (told.words, told.seconds, told.speed) = (figures.words, figures.seconds, figures.speed)
            (told.errors, told.pauses) = (figures.errors, figures.pauses)
            summary = told
        }
    }
}

extension ReadingEvent {
    /// What a page saw; without a time it is now: the session takes a time in the future for that.
    init(_ event: ReadingEventDocument) {
        var view: Range<Int>?
        if let from = event.from, let to = event.to, from <= to { view = from..<to }
        self.init(
            event.kind, at: event.time ?? Instant(nanoseconds: .max), view: view, words: event.words,
            isCorrect: event.isCorrect)
    }
}
