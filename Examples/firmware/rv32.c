// The start of a 32-bit RISC-V processor on QEMU's machine `virt`, and output over semihosting (RISC-V International, "RISC-V
// Semihosting", 2024). The counterpart of ../cortex-m4/startup.c.

#include "board.h"

// From rv32-virt.ld.
extern uint32_t stack_limit[], stack_top[], bss_start[], bss_end[];

int main(void);

enum { SYS_OPEN = 0x01, SYS_WRITE = 0x05, SYS_EXIT_EXTENDED = 0x20, APPLICATION_EXIT = 0x20026 };
static const uint32_t PAINT = 0x5CA1AB1E;

static uint32_t console;

static __attribute__((noinline)) uint32_t semihost(uint32_t operation, const void *block) {
  register uint32_t a0 __asm__("a0") = operation;
  register const void *a1 __asm__("a1") = block;
  __asm__ volatile(
      ".option push\n .option norvc\n .balign 16\n slli x0, x0, 0x1f\n ebreak\n srai x0, x0, 7\n .option pop"
      : "+r"(a0) : "r"(a1) : "memory");
  return a0;
}

static _Noreturn void leave(uint32_t status) {
  const uint32_t block[] = {APPLICATION_EXIT, status};
  semihost(SYS_EXIT_EXTENDED, block);
  for (;;) {
  }
}

void board_write(const uint8_t *bytes, uint32_t count) {
  const uint32_t block[] = {console, (uint32_t)bytes, count};
  semihost(SYS_WRITE, block);
}

// With QEMU's option `-icount shift=0` this counter goes up with the instructions.
uint32_t board_instructions(void) {
  uint32_t count;
  __asm__ volatile("csrr %0, minstret" : "=r"(count));
  return count;
}

void board_paint_stack(void) {
  for (uint32_t *word = stack_limit; word < (uint32_t *)__builtin_frame_address(0) - 16; word++) *(volatile uint32_t *)word = PAINT;
}

uint32_t board_stack_use(void) {
  const uint32_t *lowest = stack_limit;
  while (lowest < stack_top && *lowest == PAINT) lowest++;
  return (uint32_t)((const uint8_t *)stack_top - (const uint8_t *)lowest);
}

static __attribute__((used)) void start(void) {
  for (uint32_t *to = bss_start; to < bss_end;) *to++ = 0;
  board_paint_stack();
  static const char name[] = ":tt";
  const uint32_t block[] = {(uint32_t)name, 4, sizeof name - 1};
  console = semihost(SYS_OPEN, block);
  leave((uint32_t)main());
}

// Traps, and all that must not happen.
static __attribute__((used, aligned(4))) void fault(void) { leave(1); }

__attribute__((naked, section(".vectors"))) void reset(void) {
  __asm__ volatile("la sp, stack_top\n la t0, fault\n csrw mtvec, t0\n j start");
}
