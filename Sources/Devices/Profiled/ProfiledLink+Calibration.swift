import Bluetooth
import DeviceProfiles

extension ProfiledLink {
    /// Reads what corrects the values that stream, before any of them can come.
    func calibrate(_ peripheral: any GATTPeripheral) async {
        for reading in access.readings where profile.frame(reading.frame)?.keepsValues == true {
            await read(reading, peripheral)
        }
    }
}
