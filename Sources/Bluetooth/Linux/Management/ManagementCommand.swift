/// The management commands that the radio gives, by their kernel names in the comments.
extension ManagementPacket {
    /// Read Controller Index List.
    static let readIndexList = ManagementPacket(code: 0x0003)

    /// Read Unconfigured Controller Index List.
    static let readUnconfiguredList = ManagementPacket(code: 0x0036)

    /// Read Controller Information.
    static func readInfo(_ index: UInt16) -> ManagementPacket { ManagementPacket(code: 0x0004, index: index) }

    /// Set Powered.
    static func setPowered(_ index: UInt16, _ on: Bool) -> ManagementPacket { flag(0x0005, index, on) }

    /// Set Bondable: whether keys of a pairing are kept.
    static func setBondable(_ index: UInt16, _ on: Bool) -> ManagementPacket { flag(0x0009, index, on) }

    /// Set Low Energy.
    static func setLowEnergy(_ index: UInt16, _ on: Bool) -> ManagementPacket { flag(0x000D, index, on) }

    /// Set Secure Connections.
    static func setSecureConnections(_ index: UInt16, _ on: Bool) -> ManagementPacket { flag(0x002D, index, on) }

    /// Load Long Term Keys: replaces all that the kernel has for this adapter.
    static func loadLongTermKeys(_ index: UInt16, _ keys: [LongTermKey]) -> ManagementPacket {
        list(0x0013, index, keys) { $1.write(to: &$0) }
    }

    /// Disconnect.
    static func disconnect(_ index: UInt16, _ address: BluetoothAddress) -> ManagementPacket {
        peer(0x0014, index, address)
    }

    /// Set IO Capability to a machine without display and keyboard: pairing asks nobody.
    static func setNoInputNoOutput(_ index: UInt16) -> ManagementPacket {
        ManagementPacket(code: 0x0018, index: index, parameters: [3])
    }

    /// Unpair Device, with the link to it.
    static func unpair(_ index: UInt16, _ address: BluetoothAddress) -> ManagementPacket {
        peer(0x001B, index, address, [1])
    }

    /// User Confirmation Reply.
    static func confirmPairing(_ index: UInt16, _ address: BluetoothAddress) -> ManagementPacket {
        peer(0x001C, index, address)
    }

    /// Start Discovery of Low Energy devices with public and random addresses.
    static func startDiscovery(_ index: UInt16) -> ManagementPacket {
        ManagementPacket(code: 0x0023, index: index, parameters: [lowEnergyTypes])
    }

    /// Stop Discovery.
    static func stopDiscovery(_ index: UInt16) -> ManagementPacket {
        ManagementPacket(code: 0x0024, index: index, parameters: [lowEnergyTypes])
    }

    /// Load Identity Resolving Keys: replaces all that the kernel has for this adapter.
    static func loadIdentityKeys(_ index: UInt16, _ keys: [IdentityKey]) -> ManagementPacket {
        list(0x0030, index, keys) { $1.write(to: &$0) }
    }

    /// Get Connection Information: signal strength and transmit power.
    static func readConnection(_ index: UInt16, _ address: BluetoothAddress) -> ManagementPacket {
        peer(0x0031, index, address)
    }

    /// Load Connection Parameters: replaces what the kernel has of devices that it does not connect to by itself.
    static func loadConnectionParameters(
        _ index: UInt16, _ parameters: [(address: BluetoothAddress, values: ConnectionParameters)]
    ) -> ManagementPacket {
        list(0x0035, index, parameters) { writer, entry in
            writer.address(entry.address)
            entry.values.write(to: &writer)
        }
    }

    /// Start Service Discovery: as Start Discovery, only devices of these services.
    static func startServiceDiscovery(_ index: UInt16, _ services: [BluetoothUUID]) -> ManagementPacket {
        var writer = LittleWriter()
        // 127 is no strength: no device is too weak.
        writer.bytes = [lowEnergyTypes, 127]
        writer.little(UInt16(min(services.count, 512)))
        for service in services.prefix(512) {
            writer.little(service.low)
            writer.little(service.high)
        }
        return ManagementPacket(code: 0x003A, index: index, parameters: writer.bytes)
    }

    /// Read Advertising Features: how many advertisements there may be, and which there are.
    static func readAdvertising(_ index: UInt16) -> ManagementPacket { ManagementPacket(code: 0x003D, index: index) }

    /// Add Advertising: one that takes connections, with the flags of a device that everybody may find. In place of an earlier
    /// one of the same number.
    static func addAdvertising(_ index: UInt16, instance: UInt8, _ data: [UInt8], response: [UInt8]) -> ManagementPacket
    {
        var writer = LittleWriter()
        writer.bytes = [instance]
        // Connectable (bit 0) and discoverable (bit 1); the duration is the kernel's, and there is no end.
        writer.little(UInt32(0b11))
        writer.little(UInt16(0))
        writer.little(UInt16(0))
        writer.bytes +=
            [UInt8(clamping: data.count), UInt8(clamping: response.count)] + data.prefix(255) + response.prefix(255)
        return ManagementPacket(code: 0x003E, index: index, parameters: writer.bytes)
    }

    /// Remove Advertising.
    static func removeAdvertising(_ index: UInt16, instance: UInt8) -> ManagementPacket {
        ManagementPacket(code: 0x003F, index: index, parameters: [instance])
    }

    /// Add Advertisement Patterns Monitor: while there is one, the kernel listens without asking and filters no
    /// duplicates. The patterns are the flags that Low Energy devices send.
    static func addListening(_ index: UInt16) -> ManagementPacket {
        let flags: [UInt8] = [0x02, 0x04, 0x05, 0x06, 0x18, 0x1A]
        var writer = LittleWriter()
        writer.bytes = [UInt8(flags.count)]
        for flag in flags { writer.bytes += [0x01, 0, 1, flag] + [UInt8](repeating: 0, count: 30) }
        return ManagementPacket(code: 0x0052, index: index, parameters: writer.bytes)
    }

    /// Remove Advertisement Monitor.
    static func removeListening(_ index: UInt16, monitor: UInt16) -> ManagementPacket {
        var writer = LittleWriter()
        writer.little(monitor)
        return ManagementPacket(code: 0x0053, index: index, parameters: writer.bytes)
    }

    /// Low Energy, public (bit 1) and random (bit 2).
    private static let lowEnergyTypes: UInt8 = 0b110

    private static func flag(_ code: UInt16, _ index: UInt16, _ on: Bool) -> ManagementPacket {
        ManagementPacket(code: code, index: index, parameters: [on ? 1 : 0])
    }

    private static func peer(
        _ code: UInt16, _ index: UInt16, _ address: BluetoothAddress, _ more: [UInt8] = []
    ) -> ManagementPacket {
        var writer = LittleWriter()
        writer.address(address)
        return ManagementPacket(code: code, index: index, parameters: writer.bytes + more)
    }

    private static func list<Item>(
        _ code: UInt16, _ index: UInt16, _ items: [Item], _ write: (inout LittleWriter, Item) -> Void
    ) -> ManagementPacket {
        var writer = LittleWriter()
        writer.little(UInt16(min(items.count, 1024)))
        for item in items.prefix(1024) { write(&writer, item) }
        return ManagementPacket(code: code, index: index, parameters: writer.bytes)
    }
}
