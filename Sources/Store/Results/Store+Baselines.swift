package import Analysis
package import Signals

extension Store {
    /// The baseline of a device's wearer from earlier sessions; nil when there is none, or one of another version of
    /// the index.
    package func baseline(of device: DeviceID) throws(Failure) -> LoadBaseline? {
        try readers.read { connection in
            let row = try connection.prepare(Queries.baseline)
            row.bind(1, device.rawValue)
            row.bind(2, LoadIndex.method.version)
            guard try row.step() else { return nil }
            return LoadBaseline(row: row)
        }
    }

    /// Keeps what was learned of the wearer of a device, in place of what was known. Returns when it is on disk.
    /// - Throws: `Failure` when it cannot be written now.
    package func keep(_ baseline: LoadBaseline, of device: DeviceID, made: Instant) async throws(Failure) {
        try await perform { writer in
            let row = try writer.row(of: device, seen: made)
            let keep = try writer.connection.prepare(
                """
                INSERT OR REPLACE INTO load_baseline VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
                """)
            keep.bind(1, row)
            baseline.bind(to: keep, made: made)
            try keep.run()
        }
    }
}

extension LoadBaseline {
    private var features: [Feature] { [heartRate, lnRMSSD, lnSDNN] }

    /// The baseline in nine columns of a row; nil for one that is none.
    init?(row: borrowing Statement) {
        func feature(_ column: Int32) -> Feature {
            Feature(center: row.number(column), scale: row.number(column + 1), samples: Int(row.integer(column + 2)))
        }
        self.init(heartRate: feature(0), lnRMSSD: feature(3), lnSDNN: feature(6))
        // A scale that is none would make every deviation nonsense.
        guard features.allSatisfy({ $0.center.isFinite && $0.scale > 0 && $0.scale < .infinity }) else { return nil }
    }

    /// Fills the parameters from the second on: version, time, and nine figures.
    func bind(to statement: borrowing Statement, made: Instant) {
        statement.bind(2, LoadIndex.method.version)
        statement.bind(3, made.nanoseconds)
        for (index, feature) in features.enumerated() {
            let column = Int32(4 + 3 * index)
            statement.bind(column, feature.center)
            statement.bind(column + 1, feature.scale)
            statement.bind(column + 2, feature.samples)
        }
    }
}

extension Queries {
    static let baseline = """
        SELECT heart_rate, heart_rate_scale, heart_rate_samples, ln_rmssd, ln_rmssd_scale, ln_rmssd_samples, ln_sdnn,
            ln_sdnn_scale, ln_sdnn_samples
        FROM load_baseline JOIN device ON device.id = load_baseline.device
        WHERE device.name = ?1 AND method = ?2
        """
}
