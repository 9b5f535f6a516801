import Analysis
import Signals
import Testing

@testable import Store

@Suite("Baselines")
struct BaselineTests {
    private let baseline = LoadBaseline(
        heartRate: .init(center: 61.5, scale: 4.25, samples: 300),
        lnRMSSD: .init(center: 3.7, scale: 0.3, samples: 299),
        lnSDNN: .init(center: 4.1, scale: 0.2, samples: 298))

    @Test("gives back what was learned of each device, after reopening, the newest only")
    func kept() async throws {
        let folder = try TemporaryFolder()
        do {
            let store = try Store(folder: folder.path)
            #expect(try store.baseline(of: Sample.device) == nil)
            try await store.keep(.typicalAdult, of: Sample.device, made: Sample.origin)
            try await store.keep(baseline, of: Sample.device, made: Sample.second(300))
            store.close()
        }
        let store = try Store(folder: folder.path)
        #expect(try store.baseline(of: Sample.device) == baseline)
        #expect(try store.baseline(of: DeviceID(rawValue: "other")) == nil)
    }

    @Test("comes into a store of the version before it, which keeps what it had")
    func migrated() async throws {
        let folder = try TemporaryFolder()
        try StoreFolder(path: folder.path).create()
        do {
            let connection = try Connection(path: folder.database, access: .writing)
            try Migrator.migrate(connection, to: Array(Schema.migrations.prefix(2)))
            try connection.execute("INSERT INTO device VALUES (1, 'acme-1', 'Acme', '', '1', '', 0, 5, 6)")
        }
        let store = try Store(folder: folder.path)
        #expect(try store.devices().map(\.id) == [Sample.device])
        #expect(try store.baseline(of: Sample.device) == nil)
        try await store.keep(baseline, of: Sample.device, made: Sample.origin)
        #expect(try store.baseline(of: Sample.device) == baseline)
    }
}
