package import Signals

extension Store {
    /// A person's metrics, newest first.
    /// - Throws: `Failure` when the store cannot be read.
    package func healthMetrics(_ query: HealthMetricQuery) throws(Failure) -> [HealthMetric] {
        try readers.read { connection in
            let isBackwards = query.after != nil
            let rows = try connection.prepare(isBackwards ? Queries.healthMetricsAfter : Queries.healthMetrics)
            rows.bind(1, query.person)
            rows.bind(2, query.start.nanoseconds)
            rows.bind(3, query.end.nanoseconds)
            rows.bind(4, query.type)
            rows.bind(5, query.source)
            let edge = query.after ?? query.before
            rows.bind(6, edge?.time.nanoseconds ?? .max)
            rows.bind(7, edge?.row ?? .max)
            rows.bind(8, query.limit)
            rows.bind(9, query.offset)
            var metrics: [HealthMetric] = []
            while try rows.step() { metrics.append(rows.healthMetric) }
            return isBackwards ? metrics.reversed() : metrics
        }
    }

    /// How many metrics fit, whatever the page.
    /// - Throws: `Failure` when the store cannot be read.
    package func healthMetricCount(_ query: HealthMetricQuery) throws(Failure) -> Int {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.healthMetricCount)
            rows.bind(1, query.person)
            rows.bind(2, query.start.nanoseconds)
            rows.bind(3, query.end.nanoseconds)
            rows.bind(4, query.type)
            rows.bind(5, query.source)
            return try rows.step() ? Int(rows.integer(0)) : 0
        }
    }

    /// The metric of that name of a person; nil without one.
    /// - Throws: `Failure` when the store cannot be read.
    package func healthMetric(_ id: String, of person: Int64) throws(Failure) -> HealthMetric? {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.healthMetric)
            rows.bind(1, person)
            rows.bind(2, id)
            return try rows.step() ? rows.healthMetric : nil
        }
    }
}

extension Statement {
    fileprivate var healthMetric: HealthMetric {
        borrowing get {
            var metric = HealthMetric(
                id: text(1), upload: text(2), type: text(3), device: textOrNil(4), source: text(5),
                time: Instant(nanoseconds: integer(6)), body: bytes(7))
            metric.row = integer(0)
            return metric
        }
    }
}

extension Queries {
    private static let healthMetricColumns =
        "SELECT id, metric, upload, type, device, source, time, body FROM health_metric"
    private static let healthMetricFilter = """
         WHERE person = ?1 AND time >= ?2 AND time < ?3 AND (?4 IS NULL OR type = ?4) AND (?5 IS NULL OR source = ?5)
        """
    static let healthMetrics =
        healthMetricColumns + healthMetricFilter
        + " AND (time, id) < (?6, ?7) ORDER BY time DESC, id DESC LIMIT ?8 OFFSET ?9"
    static let healthMetricsAfter =
        healthMetricColumns + healthMetricFilter + " AND (time, id) > (?6, ?7) ORDER BY time, id LIMIT ?8 OFFSET ?9"
    static let healthMetricCount = "SELECT count(*) FROM health_metric" + healthMetricFilter
    static let healthMetric = healthMetricColumns + " WHERE person = ?1 AND metric = ?2"
}
