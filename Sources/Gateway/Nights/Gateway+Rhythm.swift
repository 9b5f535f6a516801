import Analysis
import Documents
import Recordings
import Runtime
package import Signals
package import Store

extension Gateway {
    /// What the rhythm of a person is measured from, the same way as that of a recorder's file.
    /// - Parameters:
    ///   - days: how many days.
    ///   - last: the last of them; nil for the day of the newest night.
    ///   - device: by which device; nil for that of the newest night.
    ///   - person: whose; nil for who wore `device`, else for the caller.
    ///   - caller: who asks; nil where nobody signs in.
    ///   - visibility: what the caller may see.
    /// - Throws: `Failure` when the store cannot be read, or with code `notFound` for a person who is not there.
    package func rhythm(
        days: Int, to last: CivilDate?, device: DeviceID?, person: Person.ID?, of caller: Person.ID?,
        _ visibility: Visibility
    ) throws -> RhythmView {
        var person = person
        if person == nil, let device { person = try newest(to: last, device, visibility)?.wearer?.id }
        let subject = try self.subject(person, of: caller, visibility)
        let own = subject.visibility
        let entry = try newest(to: last, device, own) ?? newest(to: nil, device, own)
        let today = configuration.zone.civilTime(at: configuration.clock.now).date
        let to = last ?? entry?.night.date ?? today
        let from = to.adding(days: 1 - max(1, days))
        guard let entry else {
            return RhythmView(
                person: subject.person, zone: configuration.zone, from: from, to: to,
                span: span(from, to, configuration.zone), reason: "there is no night yet")
        }
        let stored = try store.nights(from: from, to: to).filter { night in
            night.device == entry.device.id && sees(night.device, on: night.night.date, own)
        }
        let zone = stored.last.flatMap { try? Zone.named($0.night.zone) } ?? configuration.zone
        var view = RhythmView(
            device: entry.device, person: subject.person, zone: zone, from: from, to: to, span: span(from, to, zone))
        for night in stored where view.nights.last?.date != night.night.date {
            view.nights.append(try edited(night).night)
        }
        let stretches = wearerRegistry.stretches(of: entry.device.id, in: view.span, own)
        (view.activity, view.reason) = try activity(of: entry.device.id, in: stretches, zone)
        return view
    }

    private func span(_ from: CivilDate, _ to: CivilDate, _ zone: Zone) -> Range<Instant> {
        zone.start(of: from)..<max(zone.start(of: from), zone.start(of: to.adding(days: 1)))
    }

    private func sees(_ device: DeviceID, on date: CivilDate, _ visibility: Visibility) -> Bool {
        sees(device, during: NightWindow(endingOn: date, in: configuration.zone).interval, visibility)
    }

    /// The newest night up to a date.
    private func newest(to last: CivilDate?, _ device: DeviceID?, _ visibility: Visibility) throws -> NightEntry? {
        guard let last = try last ?? store.lastNightDate() else { return nil }
        for days in [7, 370, 80_000] {
            let found = try nights(
                from: last.adding(days: -days), to: last, visibility, NightSelection(device: device))
            if let night = found.last { return night }
        }
        return nil
    }

    /// Rest and activity of a device: of recordings with counts from these, else by the arm from its stored epochs.
    private func activity(
        of device: DeviceID, in own: [Range<Instant>], _ zone: Zone
    ) throws -> (found: [RestActivity], reason: String?) {
        guard let first = own.first?.lowerBound, let end = own.last?.upperBound else {
            return ([], "nothing is recorded")
        }
        let (counts, problem) = try self.counts(of: device, in: own)
        var arm = ArmMinutes()
        // A device has either; counts come in recordings alone.
        if counts.isEmpty {
            try store.forEachEpoch(of: device, seconds: 5, from: first, to: end) { epoch in
                if epoch.motion != nil, own.contain(epoch.start) { arm.add(epoch) }
            }
        }
        let found =
            counts.flatMap { NightAnalysis.restActivity(counts: $0, zone: zone) }
            + [arm.series(in: zone)]
            .compactMap(\.self)
        let nothing = "there is neither acceleration nor a recorder's counts of at most a minute in these days"
        return (found.sorted { $0.wall.date < $1.wall.date }, problem ?? (found.isEmpty ? nothing : nil))
    }

    /// The counts of a device's recordings, from the bytes of the files: the store has them without the names by which
    /// their kind is known. Recordings of one kind follow each other as one.
    private func counts(
        of device: DeviceID, in own: [Range<Instant>]
    ) throws -> (counts: [CountEpochs], reason: String?) {
        var (counts, reason): ([CountEpochs], String?) = ([], nil)
        for recording in try store.recordings() where recording.device == device && recording.state == .complete {
            guard let first = recording.firstSample, let last = recording.lastSample,
                own.contains(where: { $0.lowerBound <= last && first < $0.upperBound }),
                try keepsCounts(recording, first)
            else { continue }
            do {
                guard let found = try self.counts(of: recording) else { continue }
                let same = counts.firstIndex { $0.scale == found.scale && $0.epochSeconds == found.epochSeconds }
                if same == nil { counts.append(CountEpochs(scale: found.scale, epochSeconds: found.epochSeconds)) }
                counts[same ?? counts.count - 1].add(found, within: own)
            } catch let failure as Failure {
                reason = "\(recording.file.name) cannot be read again: \(failure.message)"
            }
        }
        return (counts.filter { !$0.starts.isEmpty }, reason)
    }

    /// Whether the nights of a recording are of its counts: one of raw acceleration has epochs.
    private func keepsCounts(_ recording: StoredRecording, _ first: Instant) throws -> Bool {
        guard let device = recording.device,
            try store.channels(of: device, recording: recording.id).contains(where: { $0.channel == .counts })
        else { return false }
        let hour = try store.epochs(
            of: device, seconds: 5, from: first, to: first.advanced(bySeconds: 3600))
        return !hour.contains { $0.motion != nil }
    }

    private func counts(of recording: StoredRecording) throws -> CountEpochs? {
        let folder = IncomingFolder(path: rhythmFolder)
        let path = try folder.place(
            IncomingFolder.name(recording.file.name), of: "\(recording.id.rawValue)-\(UInt64.random(in: 0 ... .max))")
        defer { IncomingFolder.remove(path) }
        try KeptFile.copy(recording.id, of: store, to: path)
        let file = try RecordingFile.open(path: path)
        let summary = (try? JSONValue(parsing: recording.summary))?.object
        let zone = summary?["zone"]?.string.flatMap { try? Zone.named($0) } ?? configuration.zone
        var options = DecodeOptions(zone: zone) { _ in }
        options.shift = SummaryText.shift(recording.summary)
        options.channels = [.counts, .vendorState, Channel(rawValue: "off_wrist")]
        var sink = RecordingNights(zone: zone)
        _ = try RecordingFormats.decode(file, options: options, into: &sink)
        return sink.counts
    }

    /// Where the bytes of a recording are put while its counts are read.
    var rhythmFolder: String { configuration.folder + "/rhythm" }
}
