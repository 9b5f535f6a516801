#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Call where Reply == HealthReply {
    /// Sends metrics; each is checked by itself, and what is refused is told in the reply.
    ///
    /// It carries a key of its own, so that it may be sent again, and put into an ``OfflineQueue``.
    public static func uploadHealthData(_ upload: HealthUpload) throws -> Self {
        try Self(
            "POST", "/api/v1/health-data/upload", json: upload, dates: .text, idempotencyKey: UUID().uuidString)
    }

    /// What became of an upload.
    public static func healthDataUpload(_ id: String) -> Self {
        Self("GET", "/api/v1/health-data/processing/\(escape(id))")
    }
}

extension Call where Reply == HealthPage {
    /// Metrics, the latest first.
    /// - Parameters:
    ///   - type: such as `heart_rate`; all when nil.
    ///   - source: what sent them; all when nil.
    ///   - limit: how many, 1 to 1000.
    ///   - cursor: where the page begins, as another page told it.
    public static func healthData(
        type: String? = nil, source: String? = nil, limit: Int = 50, cursor: String? = nil
    ) -> Self {
        Self(
            "GET", "/api/v1/health-data",
            query: [("data_type", type), ("source", source), ("limit", "\(limit)"), ("cursor", cursor)])
    }
}

extension Call where Reply == DeletedUpload {
    /// Deletes an upload with its metrics.
    public static func deleteHealthData(_ id: String) -> Self {
        Self("DELETE", "/api/v1/health-data/\(escape(id))")
    }
}

extension Call where Reply == HealthKitReceipt {
    /// Sends samples in HealthKit's shape; how far they are tells ``Call/healthKitStatus(_:)``.
    ///
    /// It carries a key of its own, so that it may be sent again, and put into an ``OfflineQueue``.
    public static func uploadHealthKit(_ upload: HealthKitUpload) throws -> Self {
        try Self("POST", "/api/v1/healthkit/upload", json: upload, dates: .text, idempotencyKey: UUID().uuidString)
    }
}

extension Call where Reply == HealthKitStatus {
    /// How far an upload is.
    public static func healthKitStatus(_ id: String) -> Self {
        Self("GET", "/api/v1/healthkit/status/\(escape(id))")
    }
}

extension Call where Reply == SamplePage {
    /// Samples of one type in a stretch of time, the oldest first.
    /// - Parameters:
    ///   - type: such as `heart_rate`.
    ///   - start: from when.
    ///   - end: until when.
    ///   - limit: how many, 1 to 10,000.
    ///   - cursor: where the page begins, as another page told it.
    public static func samples(
        _ type: String, from start: Date, to end: Date, limit: Int = 1000, cursor: String? = nil
    ) -> Self {
        Self(
            "GET", "/api/v1/samples",
            query: [
                ("type", type), ("start", "\(start.timeIntervalSince1970)"), ("end", "\(end.timeIntervalSince1970)"),
                ("limit", "\(limit)"), ("cursor", cursor),
            ])
    }
}
