import CUSB
import Glibc
import Runtime
import Signals
import Synchronization

/// Some interfaces of a device for this process alone. A kernel driver is put aside only where one sits on a claimed
/// interface, and has it back when the claim is closed; the device's other interfaces stay with the kernel.
package final class USBInterfaceClaim: Sendable {
    struct State {
        var use: USBHandleUse
        var transfers: [ObjectIdentifier: USBTransfer] = [:]
    }

    /// The device as it was at the time of the claim.
    package let device: USBDevice
    /// The numbers of the claimed interfaces.
    package let interfaces: [UInt8]
    let state: Mutex<State>
    /// Transfer types by endpoint address, from the descriptors.
    let types: [UInt8: UInt8]
    private let detached: [UInt8]
    /// libusb's thread must run for as long as there are transfers.
    private let context: USBContext
    /// Rung when everything was given back.
    private let returned: Waker

    /// Claims interfaces.
    /// - Throws: `Failure`: `notPermitted` when the device may not be opened, `notFound` when it is gone, `failed` when
    ///   another program has an interface.
    package init(_ device: USBDevice, interfaces: [UInt8], context: USBContext) throws {
        returned = try Waker()
        let handle = try Self.open(device, context)
        var taken: [UInt8] = []
        var detached: [UInt8] = []
        do {
            for interface in interfaces {
                if libusb_kernel_driver_active(handle, CInt(interface)) == 1 {
                    try Self.check(libusb_detach_kernel_driver(handle, CInt(interface)), device, interface)
                    detached.append(interface)
                }
                try Self.check(libusb_claim_interface(handle, CInt(interface)), device, interface)
                taken.append(interface)
            }
        } catch {
            Self.giveBack(handle, taken, detached)
            throw error
        }
        self.device = device
        self.interfaces = interfaces
        self.detached = detached
        self.context = context
        types = Self.endpointTypes(handle)
        state = Mutex(State(use: USBHandleUse(UInt(bitPattern: handle))))
    }

    deinit { close() }

    /// Cancels what is under way and gives the interfaces back, for which it waits at most a second: a program that ends
    /// in between would leave the device without its kernel driver. A second call does nothing. Reads under way end
    /// with an error.
    package func close() {
        let transfers = state.withLock { state in
            state.use.close()
            return Array(state.transfers.values)
        }
        for transfer in transfers { transfer.cancel() }
        finish()
        if !context.isOnItsThread { returned.wait(atMost: .seconds(1)) }
    }

    /// Gives the interfaces back, once: when the claim was closed and the last transfer and call have ended.
    func finish() {
        guard let handle = state.withLock({ $0.use.take() }) else { return }
        context.afterCallbacks { [interfaces, detached, returned] in
            guard let pointer = OpaquePointer(bitPattern: handle) else { return }
            Self.giveBack(pointer, interfaces, detached)
            returned.wake()
        }
    }

    private static func open(_ device: USBDevice, _ context: USBContext) throws -> OpaquePointer {
        var list: UnsafeMutablePointer<OpaquePointer?>?
        let count = libusb_get_device_list(context.borrowed, &list)
        guard count >= 0, let list else { throw Failure.usb("The USB devices cannot be listed", CInt(count)) }
        defer { libusb_free_device_list(list, 1) }
        for index in 0..<count {
            guard let found = list[index], libusb_get_bus_number(found) == device.bus,
                libusb_get_device_address(found) == device.address
            else { continue }
            var handle: OpaquePointer?
            let code = libusb_open(found, &handle)
            guard code == 0, let handle else {
                guard code == LIBUSB_ERROR_ACCESS.rawValue else {
                    throw Failure.usb("\(device) cannot be opened", code)
                }
                throw Failure(
                    .notPermitted, "\(device) may not be opened by this account. \(USBDevice.permissionAdvice)")
            }
            return handle
        }
        throw Failure(.notFound, "\(device) is not plugged in any more.")
    }

    private static func check(_ code: CInt, _ device: USBDevice, _ interface: UInt8) throws {
        guard code != 0 else { return }
        if code == LIBUSB_ERROR_BUSY.rawValue {
            throw Failure(
                .failed, "Another program is using interface \(interface) of \(device). Close it and try again.")
        }
        throw Failure.usb("Interface \(interface) of \(device) cannot be claimed", code)
    }

    private static func giveBack(_ handle: OpaquePointer, _ taken: [UInt8], _ detached: [UInt8]) {
        for interface in taken.reversed() { libusb_release_interface(handle, CInt(interface)) }
        for interface in detached { libusb_attach_kernel_driver(handle, CInt(interface)) }
        libusb_close(handle)
    }

    private static func endpointTypes(_ handle: OpaquePointer) -> [UInt8: UInt8] {
        var types: [UInt8: UInt8] = [:]
        var configuration: UnsafeMutablePointer<libusb_config_descriptor>?
        guard libusb_get_active_config_descriptor(libusb_get_device(handle), &configuration) == 0,
            let configuration
        else { return types }
        defer { libusb_free_config_descriptor(configuration) }
        for number in 0..<Int(configuration.pointee.bNumInterfaces) {
            let interface = configuration.pointee.interface[number]
            guard interface.num_altsetting > 0, let setting = interface.altsetting else { continue }
            for index in 0..<Int(setting.pointee.bNumEndpoints) {
                let endpoint = setting.pointee.endpoint[index]
                types[endpoint.bEndpointAddress] = endpoint.bmAttributes & 3
            }
        }
        return types
    }
}
