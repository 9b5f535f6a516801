import Analysis
import Documents
package import Exports
import Runtime
package import Signals
package import Store

extension Gateway {
    /// The contents of a night's export.
    package static func content(of view: NightView) -> ExportContent {
        var content = ExportContent(
            night: view.night, device: view.device.identity, zone: view.zone, epochs: view.epochs,
            epochSeconds: view.epochs.first?.seconds ?? 30,
            beats: view.beats, readings: view.readings, isSynthetic: view.device.isSynthetic)
        content.activity = view.counts.map { .init(start: $0.start, count: $0.count) }
        // A recorder of movement alone says nothing of a heart.
        let heart = view.heart.figures.contains { $1.value != nil } ? view.heart.figures : [:]
        content.measures += NightHeart.Figure.allCases.compactMap { figure in
            let unit = figure.unit == "ms" ? "ms" : "per_min"
            return heart[figure].map { .init(name: "\(figure.rawValue)_\(unit)", estimate: $0) }
        }
        (content.channelsStart, content.channelSeconds) = (view.channels.start, NightChannels.seconds)
        content.channels = view.channels.tracks.flatMap { track in
            track.axes.enumerated().map { axis, values in
                let number = track.axes.count == 1 ? "" : "_\(axis + 1)"
                return .init(name: track.channel.rawValue + number, unit: track.unit.rawValue, values: values)
            }
        }
        content.losses = view.losses
        content.source = view.device.id
        content.recording = view.recording?.rawValue
        content.wearer = view.wearer?.name
        content.stages = view.stages
        content.intervals = view.night.intervals(stages: view.stages)
        if view.stages != nil { content.hypnogram = view.hypnogram.states }
        return content
    }

    /// What an export of a whole recording holds, in epochs of 5 s.
    /// - Throws: `Failure` with code `notFound` when there is no such recording.
    package func content(of id: RecordingID, _ visibility: Visibility = .everything) throws -> ExportContent {
        guard let recording = try store.recording(id), recording.state == .complete, sees(recording, visibility),
            let device = recording.device,
            let stored = try store.devices().first(where: { $0.id == device })
        else { throw Failure(.notFound, "There is no recording \(id.rawValue) in the store.") }
        guard let first = recording.firstSample, let last = recording.lastSample else {
            throw Failure(.failed, "The recording \(id.rawValue) holds no samples.")
        }
        let second: Int64 = 1_000_000_000
        // The first epoch begins before the first sample.
        let start = Instant(nanoseconds: first.nanoseconds / (5 * second) * 5 * second)
        let end = Instant(nanoseconds: (last.nanoseconds / second + 1) * second)
        let own = wearerRegistry.stretches(of: device, in: start..<end, visibility)
        var content = ExportContent(
            device: stored.identity, label: "recording-\(id.rawValue)-\(device.rawValue)",
            zone: try zone(of: recording), window: start..<end, epochSeconds: 5,
            beats: try store.beats(of: device, from: start, to: end).filter { own.contain($0.time) },
            losses: try store.losses(of: device, from: start, to: end), isSynthetic: stored.isSynthetic)
        content.source = device
        content.recording = id.rawValue
        content.epochs = epochs(of: recording, device, seconds: 5, in: start..<end, own)
        content.wearer = wearerRegistry.wearer(of: device, during: start..<end)?.name
        try add(nightsOf: recording, device, to: &content)
        try store.forEachBatch(of: device, channel: .counts, from: start, to: end, recording: id) { batch in
            for index in 0..<batch.count where own.contain(batch.times.instant(at: index)) {
                content.activity.append(
                    .init(start: batch.times.instant(at: index), count: Double(batch.values[index * batch.axes])))
            }
        }
        return content
    }

    /// What an export of a night that was recorded by button, schedule or wear holds of one of its devices: everything from
    /// its beginning to its end, whether or not sleep could be scored in it.
    /// - Parameters:
    ///   - id: the number of the recording; nil for the newest.
    ///   - device: which of its devices; nil for the first of which anything came.
    ///   - visibility: whose recordings may be seen; another's is not there.
    /// - Throws: `Failure` with code `notFound` when there is no such recording, or it was not with that device.
    package func content(
        ofNightRecording id: NightRecording.ID?, device: DeviceID? = nil, _ visibility: Visibility = .everything
    ) throws -> ExportContent {
        if let id, !visibility.sees(try store.nightRecording(id).person) {
            throw Failure(.notFound, "There is no recording of a night \(id.rawValue).")
        }
        guard
            let recording = try id.map({ try store.nightRecording($0) })
                ?? store.nightRecordings(limit: visibility.isOwner ? 100 : 10_000).first(where: {
                    visibility.sees($0.person)
                })
        else { throw Failure(.notFound, "No night has been recorded yet; “nightjar record start” begins one.") }
        let window = recording.started..<max(recording.ended ?? configuration.clock.now, recording.started)
        let devices = try store.devices().filter { recording.devices.contains($0.id) }
        let known = recording.devices.map(\.rawValue).joined(separator: ", ")
        if let device, !devices.contains(where: { $0.id == device }) {
            throw Failure(
                .notFound,
                "The recording \(recording.id.rawValue) was not with the device \(device.rawValue); its devices: \(known)."
            )
        }
        let contents = try devices.filter { device == nil || $0.id == device }.map { stored in
            let own = wearerRegistry.stretches(of: stored.id, in: window, visibility)
            var content = ExportContent(
                device: stored.identity, label: "recorded-\(recording.id.rawValue)-\(stored.id.rawValue)",
                zone: configuration.zone, window: window,
                epochs: try store.epochs(of: stored.id, seconds: 30, from: window.lowerBound, to: window.upperBound)
                    .filter { own.contain($0.start) },
                beats: try store.beats(of: stored.id, from: window.lowerBound, to: window.upperBound)
                    .filter { own.contain($0.time) },
                readings: try awake(
                    store.readings(of: stored.id, from: window.lowerBound, to: window.upperBound)
                        .filter { own.contain($0.time) }, of: stored.id, in: window),
                losses: try store.losses(of: stored.id, from: window.lowerBound, to: window.upperBound)
                    + refused(of: stored.id, in: own),
                isSynthetic: stored.isSynthetic)
            content.source = stored.id
            content.wearer = wearerRegistry.wearer(of: stored.id, during: window)?.name
            return content
        }
        guard let first = contents.first else {
            throw Failure(.notFound, "The recording \(recording.id.rawValue) has no device of which anything came.")
        }
        return contents.first { !$0.epochs.isEmpty || !$0.beats.isEmpty } ?? first
    }

    /// The files of an export, the manifest last, all in memory: for a night.
    /// - Throws: `Failure` with code `usage` for a format that there is not.
    package static func files(of content: ExportContent, format: String, bare: Bool = false) throws -> [ExportFile] {
        let files = try parts(of: content, format: format, bare: bare).map { try $0.file() }
        return files + [ExportManifest.file(content, files)]
    }

    /// The epochs of a whole recording, a thousandth of it or some hours at a time.
    private func epochs(
        of recording: StoredRecording, _ device: DeviceID, seconds: Int, in window: Range<Instant>,
        _ own: [Range<Instant>]
    ) -> ExportSeries<Epoch> {
        let length = max(21_600_000_000_000, window.upperBound.nanoseconds(since: window.lowerBound) / 1000 + 1)
        let read: @Sendable (Int) throws -> [Epoch]? = { [store] index in
            let (offset, overflow) = Int64(index).multipliedReportingOverflow(by: length)
            guard !overflow, offset < window.upperBound.nanoseconds(since: window.lowerBound) else { return nil }
            let start = window.lowerBound.advanced(byNanoseconds: offset)
            let end = min(start.advanced(byNanoseconds: length), window.upperBound)
            return try store.epochs(of: device, seconds: seconds, from: start, to: end).filter { own.contain($0.start) }
        }
        return ExportSeries(parts: read) { [store, id = recording.id, person = recording.person] in
            // Given to somebody else or taken away, its rows are no more under this name.
            guard let now = try store.recording(id) else { return false }
            return now.state == .complete && now.device == device && now.person == person
        }
    }

    /// Readings without a load in the sleep of the device's nights.
    private func awake(
        _ readings: [LoadReading], of device: DeviceID, in window: Range<Instant>
    ) throws -> [LoadReading] {
        guard !readings.isEmpty else { return readings }
        let days = [window.lowerBound, window.upperBound].map {
            NightWindow(containing: $0, in: configuration.zone).date
        }
        var dates: Set<CivilDate> = []
        return try store.nights(from: days[0], to: days[1]).filter { $0.device == device }.reduce(readings) {
            // The first of a date's is the one that is shown.
            guard dates.insert($1.night.date).inserted else { return $0 }
            return $0.withoutSleep(of: try edited($1).night)
        }
    }

    /// The states of all nights of a recording on one grid, where they are of one length.
    private func add(
        nightsOf recording: StoredRecording, _ device: DeviceID, to content: inout ExportContent
    ) throws {
        let window = content.window
        let days = [window.lowerBound, window.upperBound].map {
            NightWindow(containing: $0, in: content.zone).date
        }
        var nights: [Night] = []
        // The first of a date's is the one that is shown, as a person corrected it.
        for stored in try store.nights(from: days[0], to: days[1])
        where stored.recording == recording.id && nights.last?.date != stored.night.date {
            nights.append(try edited(stored).night)
        }
        guard let first = nights.first, let last = nights.last,
            nights.allSatisfy({ $0.epochSeconds == first.epochSeconds })
        else { return }
        let length = Int64(first.epochSeconds) * 1_000_000_000
        let total = last.statesStart.nanoseconds(since: first.statesStart) / length + Int64(last.states.count)
        var states = [SleepState](repeating: .unknown, count: Int(max(0, min(total, 10_000_000))))
        for night in nights {
            let offset = Int(night.statesStart.nanoseconds(since: first.statesStart) / length)
            for (index, state) in night.states.enumerated() where states.indices.contains(offset + index) {
                states[offset + index] = state
            }
        }
        content.statesStart = first.statesStart
        content.stateSeconds = first.epochSeconds
        content.states = states
        content.methods = [first.periodMethod, first.scoringMethod]
        try addKinds(of: nights, device, to: &content)
        if nights.count == 1 {
            content.sleepPeriod = first.sleepPeriod
            content.measures = first.measures.named.map { .init(name: $0.name, estimate: $0.estimate) }
        }
    }

    /// The kinds of sleep of the nights, where one at least was staged.
    private func addKinds(of nights: [Night], _ device: DeviceID, to content: inout ExportContent) throws {
        let length = Int64(content.stateSeconds) * 1_000_000_000
        var kinds = content.states.compactMap { Hypnogram.State(rawValue: $0.name) }
        for night in nights {
            guard let period = night.sleepPeriod else { continue }
            let epochs = try store.epochs(
                of: device, seconds: 30, from: period.lowerBound.advanced(bySeconds: -1800),
                to: period.upperBound.advanced(bySeconds: 1800))
            guard let staged = NightStaging.stage(night, epochs) else { continue }
            content.methods.append(staged.method)
            let offset = Int(night.statesStart.nanoseconds(since: content.statesStart) / length)
            for (index, kind) in Hypnogram(night, staged).states.enumerated()
            where kinds.indices.contains(offset + index) {
                kinds[offset + index] = kind
            }
            content.hypnogram = kinds
        }
    }

    /// The zone in which a recording was read.
    func zone(of recording: StoredRecording) throws -> Zone {
        guard let name = try? JSONValue(parsing: Array(recording.summary)).object?["zone"]?.string else {
            return configuration.zone
        }
        return try Zone.named(name)
    }
}
