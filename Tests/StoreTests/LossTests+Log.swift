import Foundation
import Signals
import Testing

@testable import Store

extension LossTests {
    enum LastChange: String, CaseIterable {
        case account, refusal, setting, password, removal, consent, wearing, name, newcomer, giving
    }

    enum Log: String, CaseIterable { case missing, zeroed, cut, whole }

    @Test("is known where what was changed last is gone with the log", arguments: LastChange.allCases, Log.allCases)
    func log(_ change: LastChange, _ log: Log) async throws {
        try await fill()
        let store = try Store(folder: folder.path)
        let ada = try #require(try store.accounts().first)
        switch change {
        case .account: _ = try store.add(account("ben"), for: nil)
        case .refusal: try await store.refuse(true, .temperature, of: ada.person, at: Sample.second(1))
        case .setting: try store.setAccess("password", to: "on")
        case .password:
            var other = ada
            other.password = "other"
            try store.change(other)
        case .removal: try store.removeAccount(of: ada.person)
        case .consent:
            var device = KnownDevice(
                id: "usb-1", device: Sample.device, bus: "usb", adopted: Sample.origin)
            try await store.keep(device, at: Sample.origin)
            device.streams = []
            try await store.keep(device, at: Sample.second(1))
        case .wearing:
            try await store.correctWearing(of: Sample.device, person: ada.person, from: Sample.origin, to: nil)
        case .name: try await store.rename(ada.person, to: "eve")
        case .newcomer: _ = try await store.addPerson(named: "cy")
        case .giving:
            guard case .begun(let recording) = try store.beginImport(ImportTests.file([1])) else { return }
            try recording.append(bytes: [1])
            try recording.finish(summary: [], device: Sample.device, first: Sample.origin, last: Sample.second(1))
            try await store.give(recording.id, to: ada.person)
        }
        let crashed = try crash()
        let wal = URL(fileURLWithPath: crashed.database + "-wal")
        let bytes = try Data(contentsOf: wal)
        #expect(!bytes.isEmpty)
        switch log {
        case .missing: try FileManager.default.removeItem(at: wal)
        case .zeroed: try (Data(count: 32) + bytes.dropFirst(32)).write(to: wal)
        case .cut: try bytes.prefix(100).write(to: wal)
        case .whole: break
        }
        // Whoever looks from outside sees it before the next start.
        #expect((StoreExamination(path: crashed.path).loss == nil) == (log == .whole))
        for _ in 1...2 {
            let after = try Store(folder: crashed.path)
            #expect((after.loss == nil) == (log == .whole))
            #expect((StoreExamination(path: crashed.path).loss == nil) == (log == .whole))
            if log != .whole {
                #expect(after.loss?.hadAccounts == (change != .removal))
                #expect(after.loss?.reason.contains("its log was lost") == true)
                // What is entered while it is lost does not make up for it.
                for index in 1...3 { try after.setAccess("setting", to: "\(index)") }
            }
            after.close()
        }
        guard log != .whole else { return }
        let after = try Store(folder: crashed.path)
        try await after.acceptLoss()
        #expect(after.loss == nil)
        try await after.refuse(true, .heartRate, of: ada.person, at: Sample.second(2))
        after.close()
        #expect(try Store(folder: crashed.path).loss == nil)
    }
}
