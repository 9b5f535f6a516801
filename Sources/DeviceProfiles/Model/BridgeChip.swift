/// Chips between USB and a serial line that many makers build in without numbers of their own: what is behind one
/// cannot be known from its numbers.
enum BridgeChip {
    /// Vendor and product numbers of widespread bridges, from the USB ID Repository (http://www.linux-usb.org/usb.ids).
    private static let numbers: [UInt16: [UInt16]] = [
        0x0403: [0x6001, 0x6010, 0x6011, 0x6014, 0x6015],  // FTDI
        0x10C4: [0xEA60, 0xEA61, 0xEA70, 0xEA71, 0xEA80],  // Silicon Labs CP210x
        0x067B: [0x2303, 0x2304, 0x23A3, 0x23C3],  // Prolific PL2303
        0x1A86: [0x5523, 0x7522, 0x7523, 0x55D3, 0x55D4],  // WCH CH34x
        0x04D8: [0x000A, 0x00DD, 0x0057],  // Microchip's demonstrations
        0x16C0: [0x05DC, 0x05DF, 0x05E1],  // Van Ooijen's shared numbers
        0x0483: [0x5740],  // STMicroelectronics' virtual port
        0x2341: [0x0043, 0x8036],  // Arduino
    ]

    /// Whether the numbers say no more than which bridge it is; a vendor alone says no more either.
    static func contains(vendor: UInt16, product: UInt16?) -> Bool {
        guard let products = numbers[vendor] else { return product == nil }
        return product.map(products.contains) ?? true
    }
}
