/// A Bluetooth adapter of this machine, and what keeps it from working.
package struct BluetoothAdapter: Hashable, Sendable {
    /// The kernel's number: 0 for `hci0`.
    package var index: UInt16
    /// Its own address; nil while it has none.
    package var address: BluetoothAddress?
    /// The name that others see.
    package var alias: String
    /// Whether it is switched on.
    package var isPowered: Bool
    /// Whether it knows Bluetooth Low Energy.
    package var hasLowEnergy: Bool
    /// Whether a switch, in software or on the machine, blocks it.
    package var isBlocked: Bool
    /// How many links of ours it carries or is making.
    package var links: Int
    /// What keeps it from working and what to do, in words; nil when it works.
    package var problem: String?
    /// How much of the time this process has it scan, and how.
    package var airtime = ScanAirtime()
    /// How often this process switched it off and on because it answered nothing.
    package var powerCycles = 0
    /// How often this process reset the port that it is plugged into for the same reason.
    package var busResets = 0

    /// Memberwise; what is not given has its default.
    package init(
        index: UInt16, address: BluetoothAddress? = nil, alias: String = "", isPowered: Bool = false,
        hasLowEnergy: Bool = true, isBlocked: Bool = false, links: Int = 0, problem: String? = nil
    ) {
        self.index = index
        self.address = address
        self.alias = alias
        self.isPowered = isPowered
        self.hasLowEnergy = hasLowEnergy
        self.isBlocked = isBlocked
        self.links = links
        self.problem = problem
    }

    /// The kernel's name for it, such as `hci0`.
    package var name: String { "hci\(index)" }
}

/// All adapters of this machine, and what keeps Bluetooth as a whole from working.
package struct AdapterList: Hashable, Sendable {
    /// The adapters by their numbers.
    package var adapters: [BluetoothAdapter]
    /// The numbers of those that lack an address or other settings, so that the kernel lets nobody use them.
    package var unconfigured: [UInt16] = []
    /// Why there is no Bluetooth at all and what to do, in words; nil when there is.
    package var problem: String?
    /// Whether `bluetoothd` runs and manages the adapters.
    package var isShared: Bool
    /// What a person should know although everything works, such as a kernel with a known fault; nil for nothing.
    package var warning: String?

    /// Memberwise; what is not given has its default.
    package init(
        adapters: [BluetoothAdapter] = [], problem: String? = nil, isShared: Bool = false, warning: String? = nil
    ) {
        self.adapters = adapters
        self.problem = problem
        self.isShared = isShared
        self.warning = warning
    }
}
