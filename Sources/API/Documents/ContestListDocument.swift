import Documents
import Gateway
import Signals
import Store

extension ContestListDocument.Contest {
    /// A recording that is contested; nil for what is none.
    init?(_ contest: RecordingContest) {
        guard let recording = contest.brought.recording else { return nil }
        self.init()
        (device, self.recording) = (contest.device.rawValue, RowNumber(recording.rawValue))
        wearer = contest.brought.person.map { WearerDocument($0) }
        (start, end) = (contest.brought.span.lowerBound, contest.brought.span.upperBound)
        others = contest.others.map { ContestListDocument.Part($0) }
    }
}

extension ContestListDocument.Part {
    /// What somebody else has.
    fileprivate init(_ part: RecordingContest.Part) {
        self.init()
        recording = part.recording.map { RowNumber($0.rawValue) }
        wearer = part.person.map { WearerDocument($0) }
        (start, end) = (part.span.lowerBound, part.span.upperBound)
    }
}
