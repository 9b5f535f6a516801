import Signals
import Testing

@testable import API
@testable import Gateway
@testable import Store

@Suite("Parts of the list of nights")
struct NightPageTests {
    /// A line of the list: the day in June, and whose.
    private func night(_ day: Int, _ name: String = "a") throws -> NightEntry {
        let device = StoredDevice(
            id: DeviceID(rawValue: name), identity: DeviceIdentity(maker: "", model: "", serial: "", firmware: ""),
            isSynthetic: false, isPreview: false, firstSeen: .now, lastSeen: .now)
        let listing = NightListing(
            date: try #require(CivilDate(year: 2025, month: 6, day: day)), device: device.id, recording: nil,
            isSynthetic: false,
            hasSleepPeriod: true, totalSleepTime: nil, sleepEfficiency: nil, confidence: 1)
        return NightEntry(night: listing, device: device, wearer: nil, others: 0)
    }

    private func days(_ page: NightPage) -> [Int] { page.nights.map(\.night.date.day) }

    @Test("follow each other without a gap and end")
    func parts() throws {
        let all = try (1...5).reversed().map { try night($0) }
        var (seen, cursor): ([Int], String?) = ([], nil)
        repeat {
            let page = try NightPage(all, after: cursor, limit: 2)
            seen += days(page)
            cursor = page.next
        } while cursor != nil
        #expect(seen == [5, 4, 3, 2, 1])
        #expect(days(try NightPage(all, after: nil, limit: nil)) == seen)
    }

    @Test("go on behind a night that is gone, with another device's of its date where that shows now")
    func gone() throws {
        let cursor = try #require(try NightPage([try night(5), night(4), night(3)], after: nil, limit: 2).next)
        #expect(days(try NightPage([night(5), night(3), night(2)], after: cursor, limit: nil)) == [3, 2])
        let others = try NightPage([night(5), night(4, "b"), night(3)], after: cursor, limit: nil)
        #expect(days(others) == [4, 3] && others.nights.first?.device.id == DeviceID(rawValue: "b"))
        #expect(days(try NightPage([night(5)], after: cursor, limit: nil)) == [])
    }

    @Test("are given for no other cursor", arguments: ["", "x", "2025-06-31.a", "2025-06-04", "2025-06-04a"])
    func foreign(_ cursor: String) {
        #expect(throws: HTTPProblem.self) { try NightPage([try night(5)], after: cursor, limit: nil) }
    }
}
