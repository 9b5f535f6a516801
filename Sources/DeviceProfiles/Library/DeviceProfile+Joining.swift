extension DeviceProfile {
    /// This profile with what it lacks from `base`: frames, vectors of those frames, settings, subscriptions, readings,
    /// advertisements, writes and capabilities. What this profile says itself stays.
    func joined(with base: DeviceProfile) -> DeviceProfile {
        var joined = self
        let added = base.frames.filter { frame($0.id) == nil }
        joined.frames += added
        joined.vectors += base.vectors.filter { vector in added.contains { $0.id == vector.frame } }
        joined.settings += base.settings.filter { setting($0.id) == nil }
        joined.capabilities += base.capabilities.filter { !capabilities.contains($0) }
        if let access = base.bluetooth { joined.bluetooth = bluetooth?.joined(with: access) ?? access }
        joined.usb = usb ?? base.usb
        joined.acknowledgement = acknowledgement ?? base.acknowledgement
        joined.hideParts()
        return joined
    }

    /// Takes what parts of other frames hold out of what the device gives: they are not given by themselves.
    mutating func hideParts() {
        let parts = Set(frames.flatMap(\.parts))
        for index in frames.indices where parts.contains(frames[index].id) { frames[index].outputs = [] }
    }
}

extension BluetoothAccess {
    func joined(with base: BluetoothAccess) -> BluetoothAccess {
        var joined = self
        joined.dialogue = dialogue ?? base.dialogue
        joined.memory = memory ?? base.memory
        joined.start = base.start + start
        joined.stop = stop + base.stop
        joined.subscriptions += base.subscriptions.filter { item in
            !subscriptions.contains { $0.characteristic == item.characteristic }
        }
        joined.readings += base.readings.filter { item in
            !readings.contains { $0.characteristic == item.characteristic }
        }
        joined.adverts += base.adverts.filter { item in
            !adverts.contains { $0.manufacturer == item.manufacturer && $0.service == item.service }
        }
        if connect == Connect() { joined.connect = base.connect }
        return joined
    }
}
