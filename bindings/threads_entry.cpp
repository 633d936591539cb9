// The first function that a thread calls, before it has a stack: symbols of the linker's conventions for WebAssembly, and so assembly.
__asm__(R"(
  .globaltype __stack_pointer, i32
  .functype __wasm_init_tls (i32) -> ()
  .functype whereformer_help (i32) -> ()
  .section .text.whereformer_thread,"",@
  .globl whereformer_thread
  .type whereformer_thread,@function
whereformer_thread:
  .functype whereformer_thread (i32, i32, i32) -> ()
  local.get 0
  call __wasm_init_tls
  local.get 1
  global.set __stack_pointer
  local.get 2
  call whereformer_help
  end_function
)");
