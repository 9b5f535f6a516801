package import Signals
package import Store

/// One person's samples, whatever they came from: what programs sent as samples or as metrics, and what devices measured of
/// them. Nothing is there twice; which of several sources counts is for whoever sums up.
package struct HealthSeries: Sendable {
    /// A sample with its place among those that begin together.
    package typealias Row = (row: Int64, sample: HealthSample)

    /// Which samples.
    package struct Query {
        /// The type, such as `heart_rate`.
        package var type: String
        /// The stretch of time.
        package var range: Range<Instant>
        /// Nanoseconds that a sample may last that began before the stretch and reaches into it; nil for those that begin in
        /// it alone, however long.
        package var longest: Int64?
        /// The last one that was seen: those after it come.
        package var after: (time: Instant, row: Int64)?
        /// How many at most.
        package var limit: Int

        /// Samples of a type.
        package init(
            _ type: String, in range: Range<Instant>, longest: Int64? = nil, after: (time: Instant, row: Int64)? = nil,
            limit: Int = 5000
        ) {
            (self.type, self.range, self.longest, self.after, self.limit) = (type, range, longest, after, limit)
        }

        /// Whether a sample is asked for, the place after which they come aside.
        func takes(_ sample: HealthSample) -> Bool {
            guard sample.type == type, sample.start < range.upperBound else { return false }
            if sample.start >= range.lowerBound { return longest.map { sample.length <= $0 } ?? true }
            return longest.map { sample.length <= $0 && sample.end > range.lowerBound } ?? false
        }

        /// Where a sample that is asked for may begin.
        var reach: Range<Instant> {
            let first = range.lowerBound.advanced(byNanoseconds: -(longest ?? 0))
            return first..<max(first, range.upperBound)
        }
    }

    let store: Store
    let column: Int64
    let zone: Zone
    /// What devices measured of the person; nil for none.
    let devices: DeviceSamples?

    /// What a person sent, and what `devices` measured of them; `zone` has their days.
    package init(_ store: Store, of column: Int64, zone: Zone, devices: DeviceSamples? = nil) {
        (self.store, self.column, self.zone, self.devices) = (store, column, zone, devices)
    }

    /// What the person sent, without what devices measured.
    var sentAlone: HealthSeries { HealthSeries(store, of: column, zone: zone) }

    /// The samples that are asked for, in order of their beginnings.
    /// - Throws: `Failure` when the store cannot be read.
    package func samples(_ query: Query) throws -> [Row] {
        var found: [Row] = []
        for (kind, source) in [sent, metrics, measured].enumerated() {
            found += try source(query, query.after.map { ($0.time, Self.row($0.row, in: kind)) }).map {
                (Self.row($0.row, of: kind), $0.sample)
            }
        }
        found.sort { ($0.sample.start, $0.row) < ($1.sample.start, $1.row) }
        return Array(found.prefix(query.limit))
    }

    /// What there are samples of, with how many of what was sent as samples; what devices measure and what metrics tell is
    /// not counted.
    /// - Throws: `Failure` when the store cannot be read.
    package func types() throws -> [(type: String, count: Int)] {
        var counts = Dictionary(try store.healthSampleTypes(of: column).map { ($0.type, $0.count) }) { $0 + $1 }
        for (type, count) in try devices?.types() ?? [] { counts[type, default: 0] += count }
        for type in try MetricSamples(store: store, column: column, zone: zone).types() {
            counts[type, default: 0] += 1
        }
        return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    // The rows of each source are told apart by their last two bits.
    private static let kinds: Int64 = 4

    private static func row(_ row: Int64, of kind: Int) -> Int64 {
        let (product, overflow) = row.multipliedReportingOverflow(by: kinds)
        return overflow ? .max : product + Int64(kind)
    }

    /// The row of a source up to which its rows do not come after `row`.
    private static func row(_ row: Int64, in kind: Int) -> Int64 {
        let (part, rest) = row.subtractingReportingOverflow(Int64(kind)).partialValue.quotientAndRemainder(
            dividingBy: kinds)
        return rest < 0 ? part - 1 : part
    }

    private func sent(_ query: Query, _ after: (time: Instant, row: Int64)?) throws -> [Row] {
        guard let longest = query.longest else {
            return try store.healthSamples(
                query.type, of: column, from: query.range.lowerBound, to: query.range.upperBound, after: after,
                limit: query.limit)
        }
        return try store.healthSamples(
            query.type, of: column, touching: query.range, longest: longest, after: after, limit: query.limit)
    }

    private func metrics(_ query: Query, _ after: (time: Instant, row: Int64)?) throws -> [Row] {
        try MetricSamples(store: store, column: column, zone: zone).samples(query, after: after)
    }

    private func measured(_ query: Query, _ after: (time: Instant, row: Int64)?) throws -> [Row] {
        try devices?.samples(query, after: after) ?? []
    }
}

extension HealthSample {
    /// Nanoseconds from start to end.
    var length: Int64 { max(0, end.nanoseconds(since: start)) }
}

extension [HealthSeries.Row] {
    /// Those after a place, in order, no more than `limit`.
    func page(after: (time: Instant, row: Int64)?, limit: Int) -> Self {
        let rest = after.map { after in
            filter { ($0.sample.start, $0.row) > (after.time, after.row) }
        }
        return Array((rest ?? self).sorted { ($0.sample.start, $0.row) < ($1.sample.start, $1.row) }.prefix(limit))
    }
}
