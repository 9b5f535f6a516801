import Analysis
import Documents
import Gateway
import Signals
import Store

extension NightDocument {
    /// Tells what people said of the night.
    mutating func tell(_ view: NightView) {
        let words = view.words
        editor = view.edit?.author.flatMap { words.authors[$0] }
        (lightsOut.time, lightsOut.reason) = (words.lightsOut.time, words.lightsOut.reason)
        lightsOut.source = words.lightsOut.source.map { source in
            switch source {
            case .mark: .mark
            case .recorder: .recorder
            case .person: .person
            case .diary: .diary
            }
        }
        if let said = words.diary {
            var diary = Diary()
            diary.entry = DiaryEntryDocument(said.entry, words.authors)
            (diary.isPeriod, diary.isLightsOut, diary.reason) = (said.isPeriod, said.isLightsOut, said.reason)
            self.diary = diary
        }
        notes = words.notes.map { NightNoteDocument($0, words.authors) }
        tags = words.tags
        preferredDevice = words.preferred.rawValue
        preferenceReason = words.isChosen ? NightPreference.choice : NightPreference.rule
        preferredBy = words.preferred == view.device.id ? (words.isChosen ? .person : .rule) : nil
    }
}

extension NightNoteDocument {
    /// A note with the names of authors.
    init(_ note: NightNote, _ authors: [Person.ID: String]) {
        self.init()
        (id, text, author) = (Int(note.id.rawValue), note.text, note.author.flatMap { authors[$0] })
        (made, until) = (note.made, note.replaced)
    }
}

extension NightNotesDocument {
    /// All that was said of a night.
    init(_ said: [NightNote], _ authors: [Person.ID: String]) {
        self.init()
        let written = said.filter { $0.kind == .note }
        notes = written.filter { $0.replaced == nil }.map { NightNoteDocument($0, authors) }
        earlier = written.filter { $0.replaced != nil }.map { NightNoteDocument($0, authors) }
        tags = said.filter { $0.kind == .tag && $0.replaced == nil }.map(\.text).sorted()
    }
}
