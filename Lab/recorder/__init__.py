"""A virtual Axivity recorder: a composite USB gadget of the kernel, its firmware's replies, its volume."""
