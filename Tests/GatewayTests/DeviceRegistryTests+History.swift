import Analysis
import Devices
import Runtime
import Signals
import Store
import Synchronization
import TestKit
import Testing

@testable import Gateway

extension DeviceRegistryTests {
    @Test("keeps how full the battery was and when the device was worn")
    func history() async throws {
        let strap = ScriptedDevice("1")
        let fixture = try await GatewayFixture(adopting: strap, as: id)
        for (second, percent) in [(1, 80), (2, 80), (3, 79), (1900, 79)] {
            strap.tell(.battery(percent: percent), at: noon + second)
        }
        for (second, contact) in [(1, true), (2, true), (5, false), (9, nil), (10, true)] as [(Int, Bool?)] {
            strap.tell(.contact(contact), at: noon + second)
        }
        try await fixture.gateway.store.flush()
        let levels = try fixture.gateway.devices.battery(of: strap.device.id, from: noon, to: noon + 3600)
        #expect(levels.map(\.percent) == [80, 79, 79] && levels.map(\.time) == [noon + 1, noon + 3, noon + 1900])
        let wear = try fixture.gateway.devices.wear(of: strap.device.id, from: noon, to: noon + 3600)
        #expect(wear.map(\.isWorn) == [true, false, true] && wear.map(\.time) == [noon + 1, noon + 5, noon + 10])
        await fixture.stop()
    }
}
