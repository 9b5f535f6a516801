import Analysis
import Runtime
package import Signals
package import Store

/// A recording of a night with what hangs on it: what was recorded live, beside the files of recorders.
package struct LiveRecordingView: Sendable {
    /// The recording.
    package var recording: NightRecording
    /// The devices that took part, as far as they are known.
    package var devices: [StoredDevice]
    /// From its beginning to its end, or until now.
    package var span: Range<Instant>
    /// The zone in which its nights are scored.
    package var zone: Zone
    /// Who wore the devices for most of it; where nobody was said to, whose night it was begun as.
    package var wearer: Person?
    /// The days of waking up of its nights.
    package var nights: [CivilDate]
    /// How many of these have bounds that a person gave.
    package var edits = 0
    /// What is missing or in doubt.
    package var losses: [Loss]
    /// Who wore which device from when to when, as far as whoever asks may know.
    package var worn: [WornStretch] = []
}

extension Gateway {
    /// The most of them that are looked at.
    private static let mostLiveRecordings = 10_000

    /// What was recorded live that may be seen, the newest first.
    /// - Throws: `Failure` when the store cannot be read.
    package func liveRecordings(_ visibility: Visibility) throws -> [LiveRecordingView] {
        let nights = try store.liveNightDates()
        let devices = Dictionary(try store.devices().map { ($0.id, $0) }) { first, _ in first }
        return try store.nightRecordings(limit: Self.mostLiveRecordings).compactMap { recording in
            guard visibility.sees(wearer(of: recording)) else { return nil }
            return try view(recording, nights, devices)
        }
    }

    /// What was recorded live by its number among all recordings, with all that hangs on it; nil for none that may be seen.
    /// - Throws: `Failure` when the store cannot be read.
    package func liveRecording(_ number: Int64, _ visibility: Visibility) throws -> LiveRecordingView? {
        guard let recording = try store.nightRecording(number: number), visibility.sees(wearer(of: recording)) else {
            return nil
        }
        let devices = Dictionary(try store.devices().map { ($0.id, $0) }) { first, _ in first }
        var view = try view(recording, try store.liveNightDates(), devices)
        view.worn = worn(recording.devices, during: view.span, visibility)
        if let first = view.nights.first, let last = view.nights.last {
            view.edits = try store.nightEdits(from: first, to: last).count {
                recording.devices.contains($0.device) && view.nights.contains($0.date)
            }
        }
        return view
    }

    /// Whose it is, as is believed now: what is said of the devices goes before what was said at its beginning.
    private func wearer(of recording: NightRecording) -> Person.ID? {
        let span = span(of: recording)
        let worn = recording.devices.lazy.compactMap { self.wearerRegistry.wearer(of: $0, during: span)?.id }.first
        return worn ?? recording.person.flatMap { wearerRegistry.person($0)?.id }
    }

    private func span(of recording: NightRecording) -> Range<Instant> {
        let end = max(recording.started, recording.ended ?? configuration.clock.now)
        return recording.started..<end.advanced(byNanoseconds: 1)
    }

    private func view(
        _ recording: NightRecording, _ nights: [DeviceID: [CivilDate]], _ devices: [DeviceID: StoredDevice]
    ) throws -> LiveRecordingView {
        let (span, zone) = (span(of: recording), configuration.zone)
        let dates = Set(NightWindow.windows(over: span, in: zone).map(\.date))
        return LiveRecordingView(
            recording: recording, devices: recording.devices.compactMap { devices[$0] }, span: span, zone: zone,
            wearer: wearer(of: recording).flatMap { wearerRegistry.person($0) },
            nights: Set(recording.devices.flatMap { nights[$0] ?? [] }).intersection(dates).sorted(),
            losses: try recording.devices.flatMap {
                try store.losses(of: $0, from: span.lowerBound, to: span.upperBound)
            })
    }
}
