import Documents
import Gateway
import Runtime
import Signals
import Store

extension DiaryEntryDocument {
    /// An entry with the names of authors.
    init(_ entry: DiaryEntry, _ authors: [Person.ID: String]) {
        self.init(entry.night)
        (source, imported, made) = (entry.source, entry.imported.map { Int($0) }, entry.made)
        author = entry.author.flatMap { authors[$0] }
    }

    /// What is said of a night.
    init(_ night: DiaryNight) {
        self.init()
        (date, zone) = (night.date, night.zone)
        (inBed, lightsOut, asleep) = (night.inBed, night.lightsOut, night.asleep)
        (awake, gotUp) = (night.awake, night.gotUp)
        (awakenings, awakeMinutes, quality) = (night.awakenings, night.awakeMinutes, night.quality)
        (naps, notWorn) = (night.naps.map { SpanDocument($0) }, night.notWorn.map { SpanDocument($0) })
        text = night.text
    }
}

extension DiaryNight {
    /// What is to stand in a diary.
    /// - Throws: `HTTPProblem` where it makes no sense.
    init(_ asked: DiaryEntryRequest, usually zone: Zone) throws {
        let zone = try asked.zone.map { try HTTPRequest.zone(named: $0) } ?? zone
        self.init(asked.day.date, zone: zone.name)
        (inBed, lightsOut, asleep) = (asked.inBed, asked.lightsOut, asked.asleep)
        (awake, gotUp) = (asked.awake, asked.gotUp)
        (awakenings, awakeMinutes, quality) = (asked.awakenings, asked.awakeMinutes, asked.quality)
        naps = (asked.naps ?? []).filter { $0.start < $0.end }.map { $0.start..<$0.end }
        notWorn = (asked.notWorn ?? []).filter { $0.start < $0.end }.map { $0.start..<$0.end }
        text = asked.text
        guard !isEmpty else { throw Failure(.usage, "Nothing is said of the night; delete the day to say nothing.") }
        if let fault = fault(in: zone) { throw Failure(.usage, "This makes no sense: \(fault).") }
    }
}

extension DiaryImportDocument {
    /// A file that was read, and what it changed.
    init(_ reading: DiaryReading, _ change: DiaryChange) {
        self.init()
        imported = change.imported.map { Int($0) }
        form = reading.form.flatMap { Form(rawValue: $0.rawValue) }
        (added, changed, unchanged) = (change.added, change.changed, change.unchanged)
        faults = reading.faults.map { fault in
            var document = Fault()
            (document.line, document.reason) = (fault.line, fault.reason)
            return document
        }
        leftOut = reading.leftOut
        entries = reading.nights.map { DiaryEntryDocument($0) }
    }
}
