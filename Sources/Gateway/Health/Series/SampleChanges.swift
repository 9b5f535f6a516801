package import Documents
import Runtime
package import Signals
package import Store

/// What of a person's samples has changed since they were last read, page by page: stretches of time, each with all samples of a
/// type that now begin in it. Who puts them in place of what they had of each stretch has what there is.
package struct SampleChanges: Sendable {
    /// A stretch of time that was read anew.
    package struct Stretch: Sendable {
        /// What its samples are of.
        package var type: String
        /// Where they begin.
        package var range: Range<Instant>
        /// All of them.
        package var samples: [HealthSample]
    }

    /// The stretches, by type and time.
    package private(set) var stretches: [Stretch] = []
    /// Where the next page goes on, or what has changed after all of this.
    package private(set) var token: SampleToken
    /// Whether there is more.
    package fileprivate(set) var hasMore = false

    private let series: HealthSeries
    private var room: Int
    /// Days that are looked at at a time, and at most where nothing was: a sample of a wrong century lies far from the others.
    private static let days: Int64 = 32
    private static let mostDays: Int64 = 1 << 16
    private static let day: Int64 = 86_400_000_000_000
    private static let minute: Int64 = 60_000_000_000

    /// Reads a page.
    /// - Parameters:
    ///   - token: where it begins.
    ///   - ranges: the stretches that may have changed by their type, in order, those of types without any left out.
    ///   - extent: where there are samples at all.
    ///   - limit: the samples after which the page ends.
    ///   - series: the person's samples.
    init(
        from token: SampleToken, _ ranges: [(type: String, ranges: [Range<Instant>])], within extent: Range<Instant>,
        limit: Int, of series: HealthSeries
    ) throws {
        (self.token, self.series, room) = (token, series, limit)
        for (type, ranges) in ranges where type >= token.type {
            for range in ranges {
                let start = type == token.type ? max(range.lowerBound, token.time) : range.lowerBound
                guard start < range.upperBound else { continue }
                if try !read(type, start..<range.upperBound, extent) { return }
            }
        }
        self.token = SampleToken(frame: token.frame, since: token.turn, turn: token.turn)
    }

    /// Reads a stretch; false where the page is full, and the token says where the next begins.
    private mutating func read(_ type: String, _ range: Range<Instant>, _ extent: Range<Instant>) throws -> Bool {
        var start = range.lowerBound
        var days = Self.days
        while start < range.upperBound {
            try Task.checkCancellation()
            guard room > 0 else {
                hasMore = true
                token = SampleToken(frame: token.frame, since: token.since, turn: token.turn, type: type, time: start)
                return false
            }
            var end = range.upperBound
            if start < extent.lowerBound {
                // Nothing begins there.
                end = min(end, extent.lowerBound)
                add(type, start..<end, [])
            } else {
                if start < extent.upperBound {
                    let (next, isBeyond) = start.nanoseconds.addingReportingOverflow(days * Self.day)
                    if !isBeyond { end = min(end, Instant(nanoseconds: next)) }
                }
                let before = room
                end = try read(type, from: start, to: end)
                days = room == before ? min(2 * days, Self.mostDays) : Self.days
            }
            start = end
        }
        return true
    }

    /// Reads as much as there is room for, whole minutes of it, at least one.
    private mutating func read(_ type: String, from start: Instant, to end: Instant) throws -> Instant {
        var limit = room + 1
        while true {
            let rows = try series.samples(.init(type, in: start..<end, limit: limit))
            guard rows.count == limit, let last = rows.last?.sample.start else {
                add(type, start..<end, rows.map(\.sample))
                return end
            }
            let cut = last.advanced(byNanoseconds: -((last.nanoseconds % Self.minute + Self.minute) % Self.minute))
            if cut > start {
                add(type, start..<cut, rows.map(\.sample).filter { $0.start < cut })
                room = 0
                return cut
            }
            limit *= 2
        }
    }

    private mutating func add(_ type: String, _ range: Range<Instant>, _ samples: [HealthSample]) {
        room -= samples.count
        if let last = stretches.last, last.type == type, last.range.upperBound == range.lowerBound {
            stretches[stretches.count - 1].range = last.range.lowerBound..<range.upperBound
            stretches[stretches.count - 1].samples += samples
        } else {
            stretches.append(Stretch(type: type, range: range, samples: samples))
        }
    }
}

extension Gateway {
    /// What of a person's samples has changed.
    /// - Parameters:
    ///   - token: up to where they were read; nil for not at all.
    ///   - subject: whose.
    ///   - limit: the samples after which a page ends.
    /// - Returns: nil where the token is too old, or of another store, person or time zone: all must be read anew.
    /// - Throws: `Failure` when the store cannot be read, or cannot note that it was.
    package func sampleChanges(
        since token: SampleToken?, of subject: HealthSubject, limit: Int
    ) async throws -> SampleChanges? {
        let series = try series(of: subject, isKept: true)
        let now = configuration.clock.now
        let (turn, first, name) = try await store.beginSampleTurn(at: now)
        let devices = series.devices?.devices ?? []
        let isSynthetic = !devices.isEmpty && devices.allSatisfy(\.isSynthetic)
        let frame = SampleToken.frame([name, configuration.zone.name, "\(subject.column)", "\(isSynthetic)"])
        var place = token ?? SampleToken(frame: frame, since: 0, turn: turn)
        guard place.frame == frame, place.since == 0 || place.since >= first, place.turn <= turn, place.turn >= first
        else { return nil }
        // The end of one walk is the beginning of the next, which is read up to now.
        if place.type.isEmpty { place.turn = turn }
        let from = place
        return try await store.reading { [self] store in
            let ranges = try changed(from, of: subject, series)
            var changes = try SampleChanges(
                from: from, ranges, within: try extent(of: subject, devices), limit: limit, of: series)
            // What changed while the pages were read may lie before the place at which it was.
            if !changes.hasMore { changes.hasMore = !(try changed(changes.token, of: subject, series).isEmpty) }
            return changes
        }
    }

    private func changed(
        _ token: SampleToken, of subject: HealthSubject, _ series: HealthSeries
    ) throws -> [(type: String, ranges: [Range<Instant>])] {
        var all: [Range<Instant>] = []
        var typed: [String: [Range<Instant>]] = [:]
        var known: [DeviceID: Bool] = [:]
        let changes =
            token.since == 0
            ? [SampleChange(subject: .anybody, range: SampleChange.always)]
            : try store.sampleChanges(since: token.since)
        for change in changes {
            switch change.subject {
            case .anybody: break
            case .person(let column): guard column == subject.column else { continue }
            case .device(let device):
                let isTheirs =
                    known[device]
                    ?? !wearerRegistry.stretches(of: device, in: SampleChange.always, subject.visibility).isEmpty
                known[device] = isTheirs
                guard isTheirs else { continue }
            }
            if let type = change.type {
                typed[type, default: []].append(change.range)
            } else {
                all.append(change.range)
            }
        }
        guard !all.isEmpty || !typed.isEmpty else { return [] }
        var types = Set(typed.keys)
        if !all.isEmpty {
            types.formUnion(DeviceSamples.typesOfAll)
            types.formUnion(MetricSamples.kinds.keys)
            types.formUnion(try store.healthSampleTypes(of: subject.column).map(\.type))
        }
        return types.sorted().map { type in
            var spans = TimeSpans()
            spans.add(all + (typed[type] ?? []))
            return (type, spans.spans)
        }
    }

    /// Where a person's samples begin.
    func extent(of subject: HealthSubject, _ devices: [StoredDevice]) throws -> Range<Instant> {
        var bounds = try store.sentExtent(of: subject.column)
        for device in devices {
            let own = try store.extent(of: device.id)
            guard !own.isEmpty else { continue }
            bounds =
                bounds.map {
                    min($0.lowerBound, own.lowerBound)..<max($0.upperBound, own.upperBound)
                } ?? own
        }
        guard let bounds else { return SampleChange.always.upperBound..<SampleChange.always.upperBound }
        // A metric tells of nights before and days around it, and so do nights.
        let reach = 4 * 86_400.0
        let start = max(bounds.lowerBound.advanced(bySeconds: -reach), SampleChange.always.lowerBound)
        let end = min(bounds.upperBound.advanced(bySeconds: reach), SampleChange.always.upperBound)
        return start..<max(start, end)
    }
}
