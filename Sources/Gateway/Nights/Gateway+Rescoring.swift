import Analysis
import Recordings
import Runtime
package import Signals
import Store
import Synchronization

extension Gateway {
    /// Scores the nights of a date again by this version: of live devices from their stored epochs, of recordings from
    /// the bytes of the file. Another version's score is kept beside the new one, and so is what people said.
    /// - Parameters:
    ///   - date: the day of waking up.
    ///   - device: whose nights; nil for all.
    ///   - visibility: who asks; nights of somebody else are not there for them.
    /// - Throws: `Failure` with code `notFound` when there is no such night.
    package func rescore(
        _ date: CivilDate?, device: DeviceID? = nil, _ visibility: Visibility = .everything
    ) async throws -> [NightRescoring] {
        var (chosen, all) = try chosenNight(date, device: device, visibility)
        // Of a night that goes on, or has just ended, all counts.
        let recently = configuration.clock.now.advanced(bySeconds: -60)
        if all.contains(where: { $0.recording == nil && $0.night.window.upperBound > recently }) {
            try await settleForReading()
            (chosen, all) = try chosenNight(date, device: device, visibility)
        }
        let work = Task(executorPreference: background) { [self, date = chosen.night.date, all] in
            try score(again: date, all, device)
        }
        let found = try await withTaskCancellationHandler {
            try await work.value
        } onCancel: {
            work.cancel()
        }
        // Who is told of a new score has it.
        if found.contains(where: { $0.outcome == .newVersion || $0.outcome == .changed }) { try await store.flush() }
        return found
    }

    private func score(again date: CivilDate, _ all: [StoredNight], _ device: DeviceID?) throws -> [NightRescoring] {
        let edits = try store.nightEdits(from: date, to: date)
        var found: [NightRescoring] = []
        for stored in all where device == nil || stored.device == device {
            // Several versions of one night stand in the store; the data are the same.
            guard !found.contains(where: { $0.device == stored.device && $0.recording == stored.recording }) else {
                continue
            }
            let versions = all.filter { $0.device == stored.device && $0.recording == stored.recording }
            let newest = versions.max { $0.made < $1.made } ?? stored
            let (night, reason) = try score(again: newest, known: versions.map(\.night))
            let same = versions.first {
                $0.night.periodMethod == night?.periodMethod && $0.night.scoringMethod == night?.scoringMethod
            }
            found.append(
                NightRescoring(
                    device: stored.device, recording: stored.recording, outcome: Self.outcome(night, same?.night),
                    before: same?.night ?? newest.night, after: night, reason: reason,
                    isEdited: edits.contains { $0.device == stored.device }))
        }
        return found
    }

    private static func outcome(_ night: Night?, _ same: Night?) -> NightRescoring.Outcome {
        guard let night else { return .unavailable }
        return same.map { $0 == night ? .identical : .changed } ?? .newVersion
    }

    private func score(again stored: StoredNight, known: [Night]) throws -> (night: Night?, reason: String?) {
        let date = stored.night.date
        guard let recording = stored.recording else {
            let night = try score(stored.device, NightWindow(endingOn: date, in: configuration.zone))
            return (night, night == nil ? "The data of this night are no longer kept." : nil)
        }
        do {
            let nights = try nights(again: recording, zone: Zone.named(stored.night.zone))
            guard let night = nights.first(where: { $0.date == date }) else {
                return (nil, "The recording holds no night of this date any more.")
            }
            if !known.contains(night) { try store.append([night], device: stored.device, recording: recording) }
            return (night, nil)
        } catch let failure as Failure {
            return (nil, Failure.telling(failure))
        }
    }

    /// The nights of a recording, from the bytes of its file, as its import found them.
    private func nights(again id: RecordingID, zone: Zone) throws -> [Night] {
        if let known = rescored.withLock({ $0?.recording == id && $0?.zone == zone.name ? $0?.nights : nil }) {
            return known
        }
        guard let recording = try store.recording(id) else {
            throw Failure(.notFound, "There is no recording \(id.rawValue).")
        }
        let folder = IncomingFolder(path: rescoringFolder)
        folder.clear()
        let path = try folder.place(IncomingFolder.name(recording.file.name), of: "\(id.rawValue)")
        defer { folder.clear() }
        try KeptFile.copy(id, of: store, to: path)
        let file = try RecordingFile.open(path: path)
        var options = DecodeOptions(zone: zone) { _ in }
        options.shift = SummaryText.shift(recording.summary)
        let survey = try RecordingSurvey.look(at: file, options: options)
        var (found, summary) = try RecordingNights.read(file, zone: zone, survey: survey, options: options)
        let nights = try found.markedNights(summary)
        guard try store.recording(id)?.state == .complete else {
            throw Failure(.notFound, "The recording \(id.rawValue) is gone.")
        }
        rescored.withLock { $0 = (id, zone.name, nights) }
        return nights
    }

    /// Where the bytes of a recording are put to be scored again.
    var rescoringFolder: String { configuration.folder + "/rescoring" }

    /// Keeps nothing of recordings that are deleted: neither their nights nor, where one is being scored, its bytes.
    func forgetRescored(_ recordings: [RecordingID]) {
        rescored.withLock { if let known = $0, recordings.contains(known.recording) { $0 = nil } }
        for id in recordings { IncomingFolder(path: "\(rescoringFolder)/\(id.rawValue)").clear() }
    }
}
