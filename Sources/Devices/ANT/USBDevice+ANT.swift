package import USB

extension USBDevice {
    /// Whether it is a receiver for ANT+: an ANTUSB2 or an ANTUSB-m stick.
    package var isAntStick: Bool { vendor == 0x0FCF && (product == 0x1008 || product == 0x1009) }
}
